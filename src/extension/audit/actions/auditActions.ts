import * as vscode from 'vscode';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AuditButton } from '../../../protocol/audit.ts';
import type { CommandTable } from '../../app/commands.ts';
import { filterLabel } from '../labels.ts';
import { type Action, type ActionID, compareMenuPlaces, type ListedAction } from './action.ts';
import { type ChosenParts, findChosenEventOrInform, findChosenValueOrInform } from './chosen.ts';
import { type EventActionParts, eventActions } from './eventActions.ts';
import {
  type AuditValue,
  type EventKnowledge,
  type EventTrait,
  listEventTraits,
  valueTraits,
} from './traits.ts';
import { type ValueActionParts, valueActions } from './valueActions.ts';

export interface ActionParts extends EventActionParts, ValueActionParts {
  readonly masking: EventActionParts['masking'] & ValueActionParts['masking'];
  readonly messages: EventActionParts['messages'];
  titleOf(command: string): string;
}

const listActionEntries = <Entry>(
  table: Readonly<Record<ActionID, Entry>>,
): readonly (readonly [ActionID, Entry])[] => Object.entries(table) as [ActionID, Entry][];

export const eventAndValueActions: readonly ListedAction[] = [
  ...listActionEntries(eventActions).map(([id, action]) => ({ ...action, id, subject: 'event' as const })),
  ...listActionEntries(valueActions).map(([id, action]) => ({ ...action, id, subject: 'value' as const })),
];

/** Maps, because the IDs come from webviews and an object also has inherited names. */
const byID = {
  event: new Map(listActionEntries(eventActions)),
  value: new Map(listActionEntries(valueActions)),
};
const ofTable = new Map(
  [...byID.value].filter(([, { whyNotInTableMenu: notInTable }]) => notInTable === undefined),
);

export class AuditActions {
  readonly #parts: ActionParts;
  readonly #knowledge: EventKnowledge;

  constructor(parts: ActionParts) {
    this.#parts = parts;
    this.#knowledge = { masking: parts.masking, markOf: (event) => parts.marks.getMark(event) };
  }

  /** Returns buttons for the actions that are available for an event, in the order of the menus. */
  listButtonsForEvent(event: AuditEvent): readonly AuditButton[] {
    return this.#listButtons(byID.event, listEventTraits(event, this.#knowledge));
  }
  listTableButtonsForValue(value: Pick<AuditValue, 'field' | 'value'>): readonly AuditButton[] {
    return this.#listButtons(ofTable, valueTraits(value, !this.#parts.isOfFile()));
  }
  /** Whether the event action with this ID can open an input box. False if there is no such action. */
  doesActionPromptUser(id: string): boolean {
    return byID.event.get(id as ActionID)?.promptsUser ?? false;
  }
  /** Runs the event action with this ID on an event. Does nothing if there is no such action. */
  runActionOnEvent(id: string, event: AuditEvent, given?: unknown): unknown {
    return byID.event.get(id as ActionID)?.run(event, this.#parts, given);
  }
  runActionOnValue(id: string, value: AuditValue): unknown {
    return byID.value.get(id as ActionID)?.run(value, this.#parts);
  }
  createActionCommands(chosen: ChosenParts): CommandTable {
    return Object.fromEntries([
      ...[...byID.event].map(([id, { traits }]) => [
        id,
        async (argument: unknown, given: unknown) => {
          const event = await findChosenEventOrInform(chosen, argument);
          const refusal = event && this.#explainUnavailable(event, traits);
          if (refusal !== undefined) return this.#parts.messages.info(refusal);
          return event && this.runActionOnEvent(id, event, given);
        },
      ]),
      ...[...byID.value.keys()].map((id) => [
        id,
        async (argument: unknown) => {
          const value = await findChosenValueOrInform(chosen, argument);
          return value && this.runActionOnValue(id, value);
        },
      ]),
    ]);
  }

  #listButtons(
    table: ReadonlyMap<ActionID, Action<string>>,
    traits: readonly string[],
  ): readonly AuditButton[] {
    return [...table]
      .filter(([, action]) => action.traits.every((trait) => traits.includes(trait)))
      .sort(([, a], [, b]) => compareMenuPlaces(a, b))
      .map(([id, { place, icon, isButton }]) => ({
        id,
        place,
        label: this.#parts.titleOf(id),
        ...(isButton && icon ? { icon } : {}),
      }));
  }
  #explainUnavailable(event: AuditEvent, needed: readonly EventTrait[]): string | undefined {
    const traits = listEventTraits(event, this.#knowledge);
    const missing = needed.filter((trait) => !traits.includes(trait));
    return missing.map((trait) => refusals[trait]?.()).find((text) => text !== undefined);
  }
}

const refusals: Readonly<Record<EventTrait, (() => string) | undefined>> = {
  query: () => vscode.l10n.t('This event has no query.'),
  runnable: () =>
    vscode.l10n.t('This query can’t be run again: its literals were masked when the event was stored.'),
  request: () => missingFieldText('context.requestID'),
  session: () => missingFieldText('context.sessionID'),
  token: () => missingFieldText('context.jwtID'),
  masked: undefined,
  revealed: undefined,
  marked: undefined,
  unmarked: undefined,
  noted: undefined,
  unnoted: undefined,
};

const missingFieldText = (filter: Parameters<typeof filterLabel>[0]): string =>
  vscode.l10n.t('This event has no {0}.', filterLabel(filter));
