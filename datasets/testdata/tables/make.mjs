// node make.mjs, with @duckdb/node-api and hyparquet-writer: the Parquet files of this folder.
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetWriteBuffer } from 'hyparquet-writer';
const c = await (await DuckDBInstance.create(':memory:')).connect();
const base = `select (i*0.5)::double as x, (i%7)::integer as k, case when i%5=0 then null else i*1.25 end as m, (i%2=0) as b,
  ['low','mid','high'][1+i%3] as f, (date '2024-01-01' + (i::int)) as d, (timestamp '2024-01-01 00:00:00' + interval (i) hour) as t,
  (i*1.5)::decimal(9,2) as p, 3.0*i+((i*7)%11) as y from range(24) r(i)`;
for (const [name, options] of [['zstd', 'compression zstd'], ['gzip', 'compression gzip'], ['snappy', 'compression snappy'],
  ['v2', 'parquet_version v2, compression uncompressed'], ['brotli', 'compression brotli']])
  await c.run(`copy (${base}) to 'duckdb_${name}.parquet' (format parquet, ${options})`);
await c.run(`copy (select i*0.5 as x, [i,i+1] as l, {'a':i,'b':i*2} as s, i*3.0 as y from range(24) r(i)) to 'duckdb_nested.parquet' (format parquet)`);
await c.run(`copy (select (i*0.5)::double as x, (i%7)::integer as k, ['low','mid','high'][1+i%3] as f, 3.0*i+((i*7)%11) as y,
  case i%3 when 0 then 'north' when 1 then 'south & west' else null end as region, 2019+i%2 as year from range(300) r(i)) to 'hive_duckdb' (format parquet, partition_by (region, year))`);
const i = [...Array(24).keys()];
writeFileSync('hyparquet.parquet', Buffer.from(parquetWriteBuffer({ columnData: [
  { name: 'x', data: i.map(v => v / 2), type: 'DOUBLE' }, { name: 'k', data: i.map(v => v % 7), type: 'INT32' },
  { name: 'm', data: i.map(v => v % 5 ? v * 1.25 : null), type: 'DOUBLE' }, { name: 'f', data: i.map(v => ['low', 'mid', 'high'][v % 3]), type: 'STRING' },
  { name: '__index_level_0__', data: i.map(v => 'r' + v), type: 'STRING' }, { name: 'y', data: i.map(v => 3 * v + v * 7 % 11), type: 'DOUBLE' }] })));
