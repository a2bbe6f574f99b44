// node bench/folder.mjs DIR [FIRST [LAST]], with @duckdb/node-api: files FIRST to LAST (0 to 199) of a
// folder of 200 Parquet files, 10^8 rows and 20 columns in all, 16 GB. The values of a row follow
// from its number, so that the folder can be made in slices. y depends on x1 to x4 and on colour.
import { mkdirSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
const [folder, first = 0, last = 199] = process.argv.slice(2);
const rows = 500000;
const db = await (await DuckDBInstance.create(':memory:')).connect();
const uniform = (j) => `hash(i * 32 + ${j})::double / 18446744073709551616.0`;
const numbers = [...Array(17).keys()].map((j) => `${uniform(j + 1)} as x${j + 1}`).join(', ');
for (let k = +first; k <= +last; k++) {
  const year = 2001 + Math.floor(k / 10);
  mkdirSync(`${folder}/year=${year}`, { recursive: true });
  await db.run(`copy (select * exclude (i), ['blue','green','red'][1 + (hash(i * 32 + 20) % 3)::integer] as colour,
      sin(6.283185307179586 * x1) + 2 * (x2 - 0.5) * (x3 - 0.5) * 3 + (0.3 + x4) * (${[21, 22, 23, 24].map(uniform).join(' + ')} - 2) * 1.7
        + case when hash(i * 32 + 20) % 3 = 0 then 0.5 else 0 end as y
    from (select i, ${numbers} from range(${k * rows}, ${(k + 1) * rows}) t(i))) to '${folder}/year=${year}/part-${String(k).padStart(3, '0')}.parquet' (format parquet)`);
}
