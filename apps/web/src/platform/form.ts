import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CallFailure } from './call-answer.ts';
import { focusFirstProblem } from './focus-first-problem.ts';
import { shownAtFields } from './shown-at-fields.ts';

/** What is wrong, by field. */
export type FormMessages<Field extends PropertyKey> = { readonly [Name in Field]?: string | undefined };

type FormOptions<Values, Field extends PropertyKey> = {
  initial: Values | (() => Values);
  /** What is wrong with the values before they are sent. The server has the last word. */
  check: (values: Values) => FormMessages<Field>;
  /** Sends values that `check` found nothing wrong with. */
  send: (values: Values) => void;
  /** While values are being sent, they are not sent again. */
  isBusy: boolean;
  onChange?: ((values: Values) => void) | undefined;
  /** For fields that depend on each other, such as a number and its code: a change clears all messages. */
  changeClearsAll?: boolean;
  /** For forms longer than the screen: after a refusal the first field with a message takes the focus. */
  movesFocus?: boolean;
};

/**
 * The values of a form and the messages of its fields. The messages come from `check`, and then from a refusal of the
 * server. `Extra` names fields that have only their message here.
 */
export function useForm<Values extends object, Extra extends string = never>(
  options: FormOptions<Values, keyof Values | Extra>,
) {
  type Messages = FormMessages<keyof Values | Extra>;
  const { check, send, isBusy, onChange, changeClearsAll = false, movesFocus = false } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(options.initial);
  // A change can come from an earlier render, for example when an upload ends. It must start from the newest values.
  const newest = useRef(values);
  const [shown, setShown] = useState<{ messages: Messages; isRefusal: boolean }>({
    messages: {},
    isRefusal: false,
  });

  useEffect(() => {
    if (movesFocus && shown.isRefusal) focusFirstProblem(ref.current);
  }, [movesFocus, shown]);

  const showMessages = (messages: Messages) => setShown({ messages, isRefusal: hasProblem(messages) });

  const change = (part: Partial<Values> | ((before: Values) => Partial<Values>)) => {
    const changed = typeof part === 'function' ? part(newest.current) : part;
    newest.current = { ...newest.current, ...changed };
    setValues(newest.current);
    onChange?.(newest.current);
    setShown(({ messages }) => ({
      messages: changeClearsAll ? {} : without(messages, changed),
      isRefusal: false,
    }));
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy) return;
    const messages = check(values);
    showMessages(messages);
    if (!hasProblem(messages)) send(values);
  };

  /** A field that hands over its new value. */
  const field = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    error: shown.messages[name],
    onChange: (value: Values[Name]) => change({ [name]: value } as unknown as Partial<Values>),
  });

  return {
    values,
    messages: shown.messages,
    change,
    showMessages,
    field,
    /** A field that hands over its event, as those of HTML do. */
    textField: <Name extends keyof Values & string>(name: Name) => ({
      ...field(name),
      name,
      onChange: ({ target }: { target: { value: string } }) =>
        change({ [name]: target.value } as unknown as Partial<Values>),
    }),
    /** Shows the messages by field of a call that was refused. */
    showRefusal: (error: Error) => {
      if (!(error instanceof CallFailure)) return;
      shownAtFields(error, newest.current);
      showMessages(error.fields as Messages);
    },
    submit,
    /** Of the `form` element. */
    props: { ref, onSubmit: submit, noValidate: true },
  };
}

function hasProblem(messages: FormMessages<string>): boolean {
  return Object.values(messages).some((message) => message !== undefined);
}

function without<Messages extends object>(messages: Messages, changed: object): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([field]) => !(field in changed))) as Messages;
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;
