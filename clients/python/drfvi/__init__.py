"""On which inputs does the distribution of one or more responses depend?

DistributionalImportance estimates importances with intervals and tests,
DistributionalElimination finds a small set of inputs that predicts as well as
all. Both call the program drfvi, which computes.
"""

from ._adjust import adjust_pvalues
from ._elimination import DistributionalElimination
from ._importance import DistributionalImportance
from ._program import DrfviError, DrfviWarning

__all__ = ["DistributionalElimination", "DistributionalImportance", "DrfviError", "DrfviWarning", "adjust_pvalues"]
__version__ = "0.1.0"
