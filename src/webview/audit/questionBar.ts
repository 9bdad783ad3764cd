/** An input that filters the loaded events as the user types. */
import type { QuestionCompletions, QuestionProblem } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, setOrRemoveAttribute, setText } from '../shared/dom.ts';
import { SuggestionList } from './suggestionList.ts';

interface QuestionBarParts {
  readonly filterByQuestion: (text: string) => Promise<QuestionProblem | null>;
  readonly requestCompletions: (text: string, offset: number) => Promise<QuestionCompletions>;
  readonly onAskServer: () => void;
  /**
   * Called when the user presses Enter, after the rows that match the question were received. Not called if the question
   * can't be parsed.
   */
  readonly onSubmit: () => void;
  /** Called when the user presses Escape while the input is empty. */
  readonly onLeave: () => void;
}

const PROBLEM_ID = 'question-problem';
/**
 * Length in milliseconds of an interval that begins with a change of the question. The changed question is sent at
 * once, and sent again at the end of the interval if it has changed by then.
 */
const QUESTION_SEND_INTERVAL_MS = 8;
/**
 * Delay in milliseconds before the problem of a question is displayed while the user types, because many questions
 * can't be parsed until they are complete.
 */
const PROBLEM_DELAY_MS = 700;
/**
 * Delay in milliseconds between the last input and the automatic request for suggestions, so that no suggestions are
 * requested during fast typing.
 */
const SUGGESTION_DELAY_MS = 80;

export class QuestionBar {
  readonly element = element('input', {
    type: 'search',
    class: 'search',
    placeholder: strings.questionExample,
    'aria-label': strings.question,
    'aria-describedby': PROBLEM_ID,
    spellcheck: 'false',
    autocomplete: 'off',
  });
  readonly problemElement = element('span', { id: PROBLEM_ID, class: 'question-problem', role: 'status' });
  readonly #parts: QuestionBarParts;
  readonly #suggestions: SuggestionList;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #problemTimer: ReturnType<typeof setTimeout> | undefined;
  #suggestionTimer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the latest request for suggestions. Responses to earlier requests are ignored. */
  #latestSuggestionRequest = 0;
  #sentText = '';
  #response: Promise<void> = Promise.resolve();
  #problem: QuestionProblem | null = null;
  /** The question by which the events are filtered, as last known; empty if there is none. */
  #appliedText = '';
  /** Whether the user has typed since the input got the focus, and has not asked the server since. */
  #isTyping = false;

  constructor(parts: QuestionBarParts) {
    this.#parts = parts;
    this.problemElement.hidden = true;
    this.#suggestions = new SuggestionList(this.element, () => this.#sendQuestionAndSuggest());
    this.element.addEventListener('input', () => this.#sendQuestionAndSuggest());
    this.element.addEventListener('blur', () => {
      this.#isTyping = false;
      this.#closeSuggestions();
    });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /**
   * Displays the question by which the events are filtered. The text in the input stays while the user types, and if the
   * host could not parse it.
   */
  drawAppliedQuestionUnlessTyping(text: string): void {
    if (this.#isTyping && this.#problem === null) return;
    this.#appliedText = text;
    if (this.#problem !== null) {
      if (!this.problemElement.hidden) this.#drawProblem();
      return;
    }
    if (text === this.element.value) return;
    this.element.value = text;
    this.#sentText = text;
  }

  focusAndSelectText(): void {
    // A key press is reported twice, by the webview and by the editor. Text that was typed in between stays.
    if (document.activeElement === this.element) return;
    this.element.focus();
    this.element.select();
  }

  #sendQuestionAndSuggest(): void {
    this.#isTyping = true;
    this.#closeSuggestions();
    const { value, selectionEnd } = this.element;
    // At the beginning of a term, suggestions would only cover the rows.
    if (/\S$/.test(value.slice(0, selectionEnd ?? value.length)))
      this.#suggestionTimer = setTimeout(() => void this.#requestSuggestions(), SUGGESTION_DELAY_MS);
    if (this.#sendTimer !== undefined) return;
    void this.#sendTypedQuestion();
    this.#sendTimer = setTimeout(() => {
      this.#sendTimer = undefined;
      void this.#sendTypedQuestion();
    }, QUESTION_SEND_INTERVAL_MS);
  }

  #onKey(event: KeyboardEvent): void {
    const { value } = this.element;
    const isRequest = event.key === 'ArrowDown' || (event.key === ' ' && event.ctrlKey);
    if (this.#suggestions.handleSuggestionKey(event)) event.stopPropagation();
    else if (isRequest) void this.#requestSuggestions();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      void this.#sendQuestionAndRunIfValid(() => this.#submitToServer());
    else if (event.key === 'Enter') void this.#sendQuestionAndRunIfValid(() => this.#parts.onSubmit());
    else if (event.key === 'Escape' && value === '') this.#parts.onLeave();
    else if (event.key === 'Escape') {
      this.element.value = '';
      this.#isTyping = true;
      this.#closeSuggestions();
      void this.#sendTypedQuestion();
    } else return;
    event.preventDefault();
  }

  /** Closes the list of suggestions. It stays closed when a response to an earlier request arrives. */
  #closeSuggestions(): void {
    this.#supersedeSuggestionRequests();
    this.#suggestions.closeList();
  }

  /**
   * Makes sure that no earlier request shows its suggestions, because that would replace a list in which the user may
   * already have moved. Returns the number of the next request.
   */
  #supersedeSuggestionRequests(): number {
    clearTimeout(this.#suggestionTimer);
    return ++this.#latestSuggestionRequest;
  }

  async #requestSuggestions(): Promise<void> {
    const request = this.#supersedeSuggestionRequests();
    const { value, selectionEnd } = this.element;
    const completions = await this.#parts.requestCompletions(value, selectionEnd ?? value.length);
    if (request !== this.#latestSuggestionRequest) return;
    const isCurrent = value === this.element.value && selectionEnd === this.element.selectionEnd;
    if (isCurrent && document.activeElement === this.element) this.#suggestions.showSuggestions(completions);
  }

  #sendTypedQuestion(): Promise<void> {
    const text = this.element.value;
    if (text !== this.#sentText) {
      this.#sentText = text;
      this.#response = this.#requestFiltering(text);
    }
    return this.#response;
  }

  async #requestFiltering(text: string): Promise<void> {
    const problem = await this.#parts.filterByQuestion(text);
    if (problem === null) this.#appliedText = text;
    // Another question was sent or displayed meanwhile, so this response is outdated.
    if (text !== this.#sentText) return;
    this.#problem = problem;
    clearTimeout(this.#problemTimer);
    if (problem === null) this.#drawProblem();
    else this.#problemTimer = setTimeout(() => this.#drawProblem(), PROBLEM_DELAY_MS);
  }

  /**
   * Sends the typed question unless it was already sent, waits for the response, and calls `run`. If
   * the question can't be parsed, displays the problem instead and selects the affected text. Does neither if the text
   * has changed meanwhile.
   */
  async #sendQuestionAndRunIfValid(run: () => void): Promise<void> {
    this.#closeSuggestions();
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    const text = this.element.value;
    await this.#sendTypedQuestion();
    if (text !== this.element.value) return;
    if (this.#problem === null) run();
    else this.#showAndSelectProblem(this.#problem);
  }

  #submitToServer(): void {
    // The host will remove the terms that the service evaluates. Its text then replaces that of the focused input.
    this.#isTyping = false;
    this.#parts.onAskServer();
  }

  #showAndSelectProblem({ start, end }: QuestionProblem): void {
    clearTimeout(this.#problemTimer);
    this.#drawProblem();
    this.element.setSelectionRange(start, end);
  }

  #drawProblem(): void {
    this.problemElement.hidden = this.#problem === null;
    const applied = this.#appliedText.trim();
    const shown = applied === '' ? strings.noQuestionApplied : strings.showsEventsFor(applied);
    setText(this.problemElement, this.#problem === null ? '' : `${this.#problem.text} ${shown}`);
    setOrRemoveAttribute(this.element, 'aria-invalid', this.#problem === null ? undefined : 'true');
  }
}
