import { findColumnWithEdgeAt, findPositionAtPoint } from '../placement.ts';
import type { Position } from '../selection.ts';
import type { GridCommands, GridEvents, GridParts } from './commands.ts';
import { findCommandForKey, type GridCommand } from './keyboard.ts';
import { listenToPointer } from './pointer.ts';

/**
 * Time in milliseconds after a copy within which `copy` events are ignored. When the user presses the copy key, the
 * desktop editor sends the key to the webview and a `copy` event soon after.
 */
const COPY_ECHO_MS = 300;

/** Keys that expand (right) or collapse (left) a row that folds others, as in a tree. */
const expandingKeys: ReadonlySet<string> = new Set(['ArrowRight', 'ArrowLeft']);
const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

export class GridInput {
  readonly #grid: GridParts;
  readonly #commands: GridCommands;
  readonly #onKey: GridEvents['onKey'];
  #lastCopy = Number.NEGATIVE_INFINITY;

  constructor(grid: GridParts, commands: GridCommands, onKey: GridEvents['onKey']) {
    this.#grid = grid;
    this.#commands = commands;
    this.#onKey = onKey;
    const { element } = grid;
    element.addEventListener('keydown', (event) => this.#onKeyDown(event));
    element.addEventListener('focus', () => commands.selectFirstVisibleCell());
    for (const type of ['blur', 'pointerdown'] as const)
      element.addEventListener(type, () => commands.heldKeys.discard());
    element.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      commands.openMenuAtPoint(event.clientX, event.clientY);
    });
    this.#listenToClipboard();
    this.#listenToPointer();
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (this.#canBeHeld(event) && this.#commands.heldKeys.holdIfWaiting(() => this.#runKey(event)))
      event.preventDefault();
    else if (this.#runKey(event)) event.preventDefault();
  }

  #findCommand(event: KeyboardEvent): GridCommand | undefined {
    const { state, viewport } = this.#grid;
    return findCommandForKey(event, this.#getPosition(), state.gridSize, viewport.countRowsPerPageKey());
  }

  #getPosition(): Position {
    return this.#grid.state.active ?? { row: 0, column: 0 };
  }

  /** Whether a key acts on the active cell, rather than moving the focus elsewhere. */
  #canBeHeld(event: KeyboardEvent): boolean {
    const command = this.#findCommand(event);
    return command
      ? command.kind !== 'leave' && command.kind !== 'find'
      : event.key.length === 1 && !hasModifier(event);
  }

  /** Performs the action of a key. Returns whether the key has one in the grid. */
  #runKey(event: KeyboardEvent): boolean {
    const at = this.#getPosition();
    const command = this.#findCommand(event);
    const isExpanding = expandingKeys.has(event.key) && !hasModifier(event);
    if (command?.kind === 'copy') this.#copy();
    else if (command) {
      if (!isExpanding || !this.#commands.requestExpandOrCollapse(at.row, event.key === 'ArrowRight'))
        this.#commands.runCommand(command, at);
    } else return this.#onKey?.(event) === true;
    return true;
  }

  /** Listens to `copy` events, because the editor's Copy command sends one without a key press. */
  #listenToClipboard(): void {
    const { element } = this.#grid;
    document.addEventListener('beforecopy', (event) => {
      if (document.activeElement === element) event.preventDefault();
    });
    document.addEventListener('copy', (event) => {
      if (document.activeElement !== element) return;
      event.preventDefault();
      if (performance.now() - this.#lastCopy > COPY_ECHO_MS) this.#copy();
    });
  }

  #copy(): void {
    this.#lastCopy = performance.now();
    void this.#commands.copySelectionAndAnnounce();
  }

  #listenToPointer(): void {
    const { element, viewport, state } = this.#grid;
    const commands = this.#commands;
    listenToPointer(element, {
      positionAt: (x, y) => findPositionAtPoint({ x, y }, element, viewport, state.placement),
      columnEdgeAt: (x, y) => findColumnWithEdgeAt({ x, y }, element, viewport, state.placement),
      columnAt: (position) => state.placement.columnAt(position)?.index,
      widthOf: (index) => state.placement.columnAt(state.placement.positionOf(index))?.width ?? 0,
      select: (at, extend) => commands.select(at, extend),
      resize: (index, width) => commands.resizeColumn(index, width),
      fit: (index) => commands.fitColumnToContent(index),
      move: (index, target) => commands.moveColumn(index, target),
      openMenu: (x, y) => commands.openMenuAtPoint(x, y),
      open: (at) => commands.openCellByPointer(at),
      click: (at, further) => commands.activateHeaderOrReportRowClick(at, further),
    });
  }
}
