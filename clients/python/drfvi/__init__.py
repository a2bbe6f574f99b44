"""On which inputs does the distribution of one or more responses depend?

DistributionalImportance estimates importances with intervals and tests, says what
inputs move, and predicts; DistributionalElimination finds a small set of inputs that
predicts as well as all; DistributionalGroups tests groups of inputs that move
together; DistributionalShapley divides what the inputs explain among them.
DistributionalEffect estimates the effect of a treatment, and for whom it differs.
conditional_independence tests whether columns depend on others, given further ones;
sensitivity divides the variance of a simulator's outputs among its inputs. All call the
program drfvi, which computes: find_program says which one.
"""

from ._adjust import adjust_pvalues
from ._effect import DistributionalEffect
from ._elimination import DistributionalElimination
from ._groups import DistributionalGroups
from ._importance import DistributionalImportance
from ._independence import ConditionalIndependence, conditional_independence
from ._program import DrfviError, DrfviWarning, find_program
from ._sensitivity import sensitivity
from ._shapley import DistributionalShapley

__all__ = [
    "ConditionalIndependence", "DistributionalEffect", "DistributionalElimination", "DistributionalGroups", "DistributionalImportance", "DistributionalShapley",
    "DrfviError", "DrfviWarning", "adjust_pvalues", "conditional_independence", "find_program", "sensitivity",
]
__version__ = "2.0.0"
