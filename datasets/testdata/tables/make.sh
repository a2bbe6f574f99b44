# sh make.sh, after make.py: what gnumeric 1.12 (ssconvert) writes of a table with commas
# between thousands: a spreadsheet of Excel, one of LibreOffice, and CSV of Windows.
ssconvert gnumeric_from.csv gnumeric.xlsx
ssconvert gnumeric_from.csv gnumeric.ods
ssconvert -T Gnumeric_stf:stf_assistant -O 'charset=WINDOWS-1252 format=preserve' gnumeric.xlsx gnumeric.csv
rm gnumeric_from.csv
