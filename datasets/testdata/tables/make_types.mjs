// node make_types.mjs FOLDER, with @duckdb/node-api, nodejs-polars and parquet-wasm (arrow-rs): a table
// with columns of every type as text (types.csv), as DuckDB writes it as Parquet, and as polars and
// arrow-rs write what they read of that.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pl from 'nodejs-polars';
import { Compression, WriterPropertiesBuilder, WriterVersion, Encoding, readParquet, writeParquet } from 'parquet-wasm';

const to = process.argv[2] ?? '.';
const db = await (await DuckDBInstance.create(':memory:')).connect();
const gap = (i, v) => `case when i % 7 = ${i} then null else ${v} end`;
const columns = {
  d4: `((i * 37 % 199) - 99.5)::decimal(4, 1)`,
  d9: `((i * 7919 % 100003) * 1.37 - 68000)::decimal(9, 2)`,
  d18: gap(2, `(i * 12345678901.234 - 123456789012.345)::decimal(18, 3)`),
  d38: gap(3, `((i - 12) * 10499.99 - 0.07 + (i % 3) * 98765432109876543210.11::decimal(38, 2))::decimal(38, 2)`),
  n20: `(12345678901234567000 + i // 2)::decimal(20, 0)`,
  i8: `(i * 11 - 128)::tinyint`, i16: `(i * 2500 - 32768)::smallint`, i32: gap(1, `(i * 170000000 - 2147483648)::integer`), i64: `(3294537672700443176 + i // 3)::bigint`,
  u8: `(i * 11)::utinyint`, u16: `(i * 2800)::usmallint`, u32: gap(4, `(i * 180000000)::uinteger`), u64: `(18446744073709551615 - i // 4)::ubigint`,
  f32: `(i / 7)::float`, f64: gap(5, `(i / 7 - 1.25e-7)::double`), b: gap(6, `i % 3 = 0`),
  s: gap(2, `(['low', 'größe', '身長 a', 'it''s', 'a,b'])[1 + i % 5]`), e: `(['sad', 'ok', 'happy'])[1 + i % 3]`,
  u: `('00000000-0000-4000-8000-' || lpad((i // 2)::varchar, 12, '0'))`,
  d: gap(3, `date '1969-12-20' + (i * 311)::int`), t: gap(1, `time '00:00:00' + to_milliseconds(i * 3599123)`),
  ts: `timestamp '1969-12-31 23:00:00.123456' + to_seconds(i * 86399)`,
};
const typed = { ...columns, e: `(${columns.e})::mood`, u: `(${columns.u})::uuid` };
const query = of => `select ${Object.entries(of).map(([name, value]) => `${value} as ${name}`).join(', ')} from range(24) r(i)`;
await db.run(`create type mood as enum ('happy', 'ok', 'sad')`);
await db.run(`copy (${query(columns)}) to '${to}/types.csv' (format csv, header, nullstr 'NA', timestampformat '%Y-%m-%d %H:%M:%S.%f')`);
await db.run(`set timezone = 'UTC'`);
for (const [name, options, moments] of [['lz4', 'compression lz4_raw', 'timestamptz'], ['v2', 'parquet_version v2, compression zstd', 'timestamp_ns']])
  await db.run(`copy (${query({ ...typed, ts: `(${columns.ts})::${moments}` })}) to '${to}/types_duckdb_${name}.parquet' (format parquet, ${options})`);
const plain = join(mkdtempSync(join(tmpdir(), 'types')), 'plain.parquet');
await db.run(`copy (${query(columns)}) to '${plain}' (format parquet)`);
pl.readParquet(plain).writeParquet(`${to}/types_polars_lz4.parquet`, { compression: 'lz4' }); // times in nanoseconds

// Differences, bytes split, and LZ4.
const properties = (compression, version) => new WriterPropertiesBuilder().setCompression(compression).setWriterVersion(version);
for (const [name, of] of [['lz4', properties(Compression.LZ4_RAW, WriterVersion.V1).setDictionaryEnabled(false)],
  ['split', properties(Compression.GZIP, WriterVersion.V2).setDictionaryEnabled(false).setColumnEncoding('f64', Encoding.BYTE_STREAM_SPLIT).setColumnEncoding('i64', Encoding.DELTA_BINARY_PACKED)]])
  writeFileSync(`${to}/types_arrowrs_${name}.parquet`, writeParquet(readParquet(readFileSync(plain)), of.build()));
