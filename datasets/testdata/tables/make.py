# python3 make.py: the files of this folder that pandas and habits of spreadsheets write.
import gzip, io
import pandas as pd

n = 24
d = pd.DataFrame({
    "size": [round((i * 37 % 101) / 7 - 5, 3) for i in range(n)],
    "rooms": [1 + i * 7 % 5 for i in range(n)],
    "heated": [i % 2 == 0 for i in range(n)],
    "type": [["flat", "house", "attic"][i % 3] for i in range(n)],
    "price": [round(100 + i % 7 * 3 + i / 50, 2) for i in range(n)],
})
d.to_csv("pandas_index.csv")
d.to_csv("pandas_gzip.csv.gz", index=False, compression={"method": "gzip", "mtime": 1})
d.to_csv("pandas_zstd_plain.csv", index=False)  # packed by make.sh
gaps = d.copy()
gaps.loc[[2, 5], "size"] = None
gaps.loc[5, "type"] = None
gaps.to_csv("pandas_gaps.csv", index=False)
rows = [",".join(map(str, r)) for r in d.itertuples(index=False)]
head = "size,rooms,heated,type,price"

def write(name, text, encoding="utf-8"):
    with open(name, "w", encoding=encoding, newline="") as f:
        f.write(text)

write("excel_utf8.csv", "\ufeff" + head + "\r\n" + "\r\n".join(rows) + "\r\n")
write("excel_german.csv", "\ufeffGröße;Zimmer;Preis (€, netto)\r\n" + "".join(
    f"{str(r.size_).replace('.', ',')};{r.rooms};{str(r.price).replace('.', ',')}\r\n" for r in d.rename(columns={"size": "size_"}).itertuples()))
write("excel_unicode.txt", head.replace(",", "\t") + "\r\n" + "\r\n".join(rows).replace(",", "\t"), "utf-16")
write("excel_latin1.csv", head + "\n" + "\n".join(r.replace("attic", "Dachböden") for r in rows) + "\n", "latin-1")
write("sheet_empty_columns.csv", head + ",,\n" + "".join(r + ",,\n" for r in rows))
write("sheet_nameless.csv", head + ",\n" + "".join(r + ",note\n" for r in rows))
write("sheet_thousands.csv", "size,price\n" + "".join(f'{i}.5,"{i},{100 + i}.5"\n' for i in range(1, 9)))
write("duplicate_names.csv", "size,price,size\n" + "1,2,3\n" * 5)
write("all_missing.csv", head + ",empty\n" + "".join(r + ",NA\n" for r in rows))
write("codes_of_missing.csv", "size,rooms,wind,price\n" + "".join(
    f"{'-999' if i == 3 else i / 2},{'-' if i == 4 else i % 5},{'unknown' if i == 5 else '.' if i == 6 else i * 0.1:}, {-999.0 if i == 7 else i}\n" for i in range(12)))
write("semicolon_quotes.csv", 'name;"a; quoted ""size""";price\n' + "".join(f'"{c}; {c}";{i}.5;{i * 2 % 7}\n' for i, c in enumerate("abcabcabc")))
write("bars.txt", head.replace(",", "|") + "\n" + "\n".join(rows).replace(",", "|") + "\n")
write("aligned.dat", "".join("".join(f"{c:>9}" for c in line.split(",")) + "\n" for line in [head] + rows))
write("no_header.csv", "".join(f"{i},{i * 2},{i % 3}\n" for i in range(5)))
write("ragged.csv", head + "\n" + "\n".join(rows[:3]) + "\n1,2\n")
write("dates.csv", "when,packed,price\n" + "".join(f"{1 + i:02d}/02/2024,202401{10 + i},{i * i % 11}\n" for i in range(20)))
write("ambiguous_dates.csv", "when,price\n" + "".join(f"{1 + i % 5:02d}/{1 + i % 7:02d}/2024,{i * i % 11}\n" for i in range(20)))
write("ids.csv", "id,code,constant,price,again\n" + "".join(f"p{i:03d},{1000 + i * 17 % 97},1,{i * i % 11},{i * i % 11}\n" for i in range(30)))
write("unicode.csv", "größe,тип,面積\n" + "".join(f"{i}.5,{['дом', 'квартира'][i % 2]},{i * 3 % 7}\n" for i in range(10)))
write("weather.arff", "% from a course\n@RELATION weather\n@ATTRIBUTE outlook {sunny, overcast, 'light rain'}\n@ATTRIBUTE day DATE \"yyyy-MM-dd\"\n"
      "@ATTRIBUTE temperature REAL\n@ATTRIBUTE windy {TRUE, FALSE}\n@DATA\n" + "".join(
          f"{['sunny', 'overcast', chr(39) + 'light rain' + chr(39)][i % 3]},\"2024-02-{10 + i}\",{20 + i * 3 % 11 / 2},{['TRUE', 'FALSE'][i % 2]}\n" for i in range(12)))
write("not_a_name.csv", "RDX2,PAR1,y\n" + "".join(f"{i},{i * i % 7},{i % 3}\n" for i in range(10)))

# The csv module, as of a German Windows: points between thousands, decimal commas.
import csv
german = lambda v: f"{v:,.2f}".translate(str.maketrans(",.", ".,"))
sizes = [3.5, 4.25, None, 5, 6.5, 7.75, 8, 9.125, 2.5, 1.5]
with open("python_windows.csv", "w", encoding="cp1252", newline="") as f:
    w = csv.writer(f, delimiter=";")
    w.writerow(["Größe", "Preis (€)", "Ort", "Stand"])
    for i, size in enumerate(sizes):
        w.writerow(["n/a" if size is None else german(size), german(386825.5 + 1000 * i), ["München", "Zürich"][i % 2], "NULL" if i == 8 else i])
# What make.sh has gnumeric read and write.
with open("gnumeric_from.csv", "w", newline="") as f:
    w = csv.writer(f)
    w.writerow(["Größe", "Preis (€)", "Ort", "Stand"])
    for i, size in enumerate(sizes):
        w.writerow(["n/a" if size is None else size, f"{386825.5 + 1000 * i:,.1f}", ["München", "Zürich"][i % 2], "NULL" if i == 8 else i])
