import type { input, output, ZodType } from 'zod';
import type { CallName } from './calls.ts';
import type { Schemas } from './schemas.ts';

type Part<Name extends CallName, Key extends string> =
  Schemas[Name] extends Record<Key, infer Schema extends ZodType> ? Schema : never;

/** What a client sends: path parameters, query and body, only those that the call has. */
export type Request<Name extends CallName> = (Schemas[Name] extends { params: infer Schema extends ZodType }
  ? { params: { [Key in keyof input<Schema>]: string | number } }
  : { params?: undefined }) &
  (Schemas[Name] extends { query: infer Schema extends ZodType }
    ? { query: input<Schema> }
    : { query?: undefined }) &
  (Schemas[Name] extends { body: infer Schema extends ZodType }
    ? { body: input<Schema> }
    : { body?: undefined });

/** What a handler receives, checked and with defaults filled in. */
export type Params<Name extends CallName> = output<Part<Name, 'params'>>;
export type Query<Name extends CallName> = output<Part<Name, 'query'>>;
export type Body<Name extends CallName> = output<Part<Name, 'body'>>;

/** What `data` holds when the code is 200. */
export type Answer<Name extends CallName> = output<Schemas[Name]['output']>;
