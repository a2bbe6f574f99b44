// node parquet.cjs FOLDER, with @duckdb/node-api on NODE_PATH: each NAME.csv of a folder as NAME.parquet, with the
// types of its schema, NAME.json.
const { readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { DuckDBInstance } = require('@duckdb/node-api');

const types = { number: 'double', integer: 'bigint', boolean: 'boolean', string: 'varchar' };
const value = { // of text, where a cast does not do
  datetime: name => `replace(${name}, 'Z', '')::timestamp`,
  duration: name => `time '00:00:00' + to_microseconds((trim(${name}, 'PTS')::double * 1e6)::bigint)`,
};

async function main(folder) {
  const db = await (await DuckDBInstance.create(':memory:')).connect();
  for (const file of readdirSync(folder).filter(name => name.endsWith('.csv'))) {
    const path = join(folder, file.slice(0, -4));
    const columns = JSON.parse(readFileSync(`${path}.json`)).fields.map(({ name, type }) => {
      const quoted = `"${name.replaceAll('"', '""')}"`;
      return `${value[type] ? value[type](quoted) : `${quoted}::${types[type]}`} as ${quoted}`;
    });
    await db.run(`copy (select ${columns.join(', ')} from read_csv('${path}.csv', all_varchar = true, header = true, delim = ',', quote = '"', escape = '"', nullstr = '')) to '${path}.parquet' (format parquet)`);
  }
}

main(process.argv[2]).catch(fault => { console.error(fault); process.exit(1); });
