import { findQueryText } from '../../../../core/audit/feed/queryOf.ts';
import { stringifyJson } from '../../../../core/service/json.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AuditDetail } from '../../../../protocol/audit.ts';
import type { Deps } from '../../../app/deps.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { TableActions } from '../../tableActions.ts';
import { cleanLines, describeEvent } from '../eventDescription.ts';

interface DetailParts extends Pick<Deps, 'language'> {
  readonly model: Pick<AuditModel, 'masking' | 'marks'>;
  readonly actions: Pick<TableActions, 'auditActions'>;
}

/**
 * Returns the details of an event, with its values masked as in other views. `row` is only for the message of the
 * `RangeError` that is thrown if `event` is undefined.
 */
export function createEventDetail(
  event: AuditEvent | undefined,
  row: number,
  { model, language, actions }: DetailParts,
): AuditDetail {
  if (!event) throw new RangeError(`no event in row ${row}`);
  const shown = model.masking.maskEvent(event);
  return {
    ...describeEvent(event, model),
    code: highlightQuery(shown, language),
    json: stringifyJson(shown.raw),
    buttons: actions.auditActions.listButtonsForEvent(event),
  };
}

function highlightQuery(shown: AuditEvent, language: Deps['language']): AuditDetail['code'] {
  const query = findQueryText(shown);
  const content = shown.request.data?.content;
  const pieces = query
    ? language().highlightSql(query)
    : content
      ? [{ text: content, kind: 'plain' } as const]
      : [];
  return pieces.map(({ text, kind }) => ({ text: cleanLines(text).join('\n'), kind }));
}
