import assert from 'node:assert/strict';
import { apiErrorSentences } from '../../../../src/core/messages/apiErrors.ts';
import { terminalTemplates, terminalText } from '../../../../src/core/messages/terminalTexts.ts';
import type { ApiError } from '../../../../src/core/service/errors.ts';
import { placesOf, sentencePlaces } from '../../../architecture/sentences.ts';

/**
 * Sentences that no command line can show: of sign-in in a browser, of locks between windows, and about settings of a
 * workspace.
 */
const ofEditorOnly: readonly RegExp[] = [
  /^Sign-in (?:was denied|timed out|link rejected)/,
  /Sign in again to allow it\.$/,
  /^It was not completed in time\./,
  /^It does not belong to a sign-in of this window/,
  /^Your sign-in has ended$/,
  /no longer renews it\. Sign in again\.$/,
  /"(?:device|oauth)"/,
  /^Sign-in in this browser/,
  /a workspace can add protection/,
  /^Warning only: your settings allow/,
  /^Your settings allow it\.$/,
];
/** Words of steps that only the editor has. */
const EDITOR_STEP =
  /\bSign in\b|[Ss]ign in again|\bsettings?\b|vaultsql\.|http\.(?:proxy|noProxy)|Edit Connections|Command Palette|smaller LIMIT|loaded rows|\bworkspace\b|\bwindow\b|Check auth\.|\bRun asks\b|in auth\./;

const files =
  /^src\/core\/messages\/(?:apiErrors|statusErrors|networkErrors|notSentErrors|signInProblems|sentence|findings|questionProblems|conformance|auditGaps)\.ts:/;

describe('the sentences for a terminal', () => {
  const reachable = sentencePlaces()
    .filter(({ place }) => files.test(place))
    .flatMap(({ text }) => (text === undefined || ofEditorOnly.some((one) => one.test(text)) ? [] : [text]));

  it('name no step that only the editor has', () => {
    assert.ok(reachable.length > 200);
    const wrong = reachable
      .map((template) => terminalText({ template, args: [] }))
      .filter((text) => EDITOR_STEP.test(text));
    assert.deepEqual(wrong, []);
  });

  it('replace sentences that exist, with the same places', () => {
    const known = new Set(sentencePlaces().map(({ text }) => text));
    for (const [template, replacement] of Object.entries(terminalTemplates)) {
      assert.ok(known.has(template), template);
      assert.deepEqual(placesOf(replacement), placesOf(template), template);
    }
  });

  it('say what to do after a failed request', () => {
    const describe = (error: ApiError, operation: 'audit' | 'query' = 'query'): string => {
      const { title, text } = apiErrorSentences(error, { operation, baseUrlHost: 'vault.example' });
      return `${terminalText(title)}. ${terminalText(text)}`;
    };
    const network = (code: string): ApiError => ({
      kind: 'network',
      code,
      mayHaveBeenSent: false,
      retry: true,
    });
    assert.match(
      describe({ kind: 'status', status: 401, message: 'expired {0}', retry: false }),
      /^Access token rejected \(401\)\. .+ Use a new token\. The service says: expired \{0\}$/,
    );
    assert.match(describe(network('PROXY_407')), /in HTTPS_PROXY, or add the host to NO_PROXY\.$/);
    assert.match(describe(network('DEPTH_ZERO_SELF_SIGNED_CERT')), /name its file in NODE_EXTRA_CA_CERTS\.$/);
    assert.match(describe({ kind: 'tooLarge', limitBytes: 1, retry: false }), /use a smaller --limit\./);
    assert.match(
      describe({ kind: 'tooLarge', limitBytes: 1, retry: false }, 'audit'),
      /a narrower --question\./,
    );
    assert.match(
      describe({ kind: 'noToken', retry: false }),
      /^No usable access token\. .+ Check the variable\.$/,
    );
  });
});
