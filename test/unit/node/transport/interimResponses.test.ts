import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createInterimFilter } from '../../../../src/node/transport/interimResponses.ts';

const keepAll = (filter: ReturnType<typeof createInterimFilter>, chunks: readonly string[]): string =>
  chunks
    .map((chunk) => filter.removeInterimResponses(Buffer.from(chunk, 'latin1')).toString('latin1'))
    .join('');

const interim = fc
  .record({
    status: fc.constantFrom(
      '100 Continue',
      '102 Processing',
      '103 Early Hints',
      '101 Switching Protocols',
      '199',
    ),
    header: fc.constantFrom('', 'x-a: HTTP/1.1 200 OK\r\n', 'link: </a>\r\n'),
  })
  .map(({ status, header }) => `HTTP/1.1 ${status}\r\n${header}\r\n`);
/** A text, cut at any places. */
const cut = (text: string, places: readonly number[]): string[] => {
  const at = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, index) => text.slice(at[index], end));
};

describe('reading over interim responses', () => {
  it('leaves the answers, wherever the bytes are cut and whatever is in their bodies', () => {
    const bodies = fc.constantFrom('{}', 'HTTP/1.1 100 Continue\r\n\r\n', '\r\n\r\nHTTP/1.1 101\r\n\r\n', '');
    const exchange = fc.tuple(fc.array(interim, { maxLength: 4 }), bodies, fc.array(fc.nat(500)));
    fc.assert(
      fc.property(fc.array(exchange, { minLength: 1, maxLength: 4 }), (exchanges) => {
        const filter = createInterimFilter();
        for (const [heads, body, places] of exchanges) {
          const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
          filter.expectResponseStart();
          assert.equal(keepAll(filter, cut(heads.join('') + answer, places)), answer);
        }
      }),
    );
  });

  it('leaves what is no HTTP as it came, at once', () => {
    for (const text of ['SSH-2.0-OpenSSH_9.6\r\n', '<html>', 'HTTP/2.0 100 Continue\r\n\r\n', '\r\n', 'x']) {
      assert.equal(keepAll(createInterimFilter(), [text]), text);
    }
  });

  it('gives up on a head without an end', () => {
    const endless = `HTTP/1.1 100 Continue\r\n${'x-a: b\r\n'.repeat(4000)}`;
    assert.equal(keepAll(createInterimFilter(), [endless]), endless);
  });
});
