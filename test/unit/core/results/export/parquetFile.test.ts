import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import {
  createParquetFileWriter,
  createTextElement,
} from '../../../../../src/core/results/export/parquetFile.ts';

const MEGABYTE = 1024 * 1024;

describe('the writer of a Parquet file', () => {
  it('keeps nothing of the texts that the values of earlier row groups were a part of', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const writer = createParquetFileWriter({ ByteWriter, ParquetWriter }, [
      { name: 'actor', elements: [createTextElement('actor')] },
    ]);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let group = 0; group < 60; group++) {
      const response = JSON.stringify({ group, text: 'x'.repeat(MEGABYTE) });
      const parts = [...writer.writeGroup([[response.slice(0, 40)]])];
      assert.ok(parts.length > 0);
    }
    collect();
    const kept = process.memoryUsage().heapUsed - before;
    assert.ok(kept < 20 * MEGABYTE, `${Math.round(kept / MEGABYTE)} MB`);
    assert.ok(writer.finish().length > 0);
  });
});
