import { z } from 'zod';
import type { CallDefinition } from './calls/definition.ts';
import { type CallName, calls } from './calls.ts';
import { CAPABILITIES, capabilityOf } from './capabilities.ts';
import {
  API_BASE,
  BUSINESS_DATE_HEADER,
  COMMON_HEADERS,
  DEVICE_SECRET_HEADER,
  IDEMPOTENCY_HEADER,
  SERVER_TIME_HEADER,
  SHORTEST_TERM_HEADER,
  SIGNED_HEADERS,
} from './envelope.ts';
import { REFUSAL_MEANINGS, refusalCodes, UNREACHED_CODES } from './refusals.ts';
import { type CallSchemas, schemas } from './schemas.ts';

type JsonSchema = Record<string, unknown>;

/** The whole contract as an OpenAPI 3.1 document. The API page shows it, and git keeps a snapshot of it. */
export function openApiDocument(): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const shared: SharedSchemas = {};
  for (const name of Object.keys(calls) as CallName[]) {
    const call: CallDefinition = calls[name];
    const path = API_BASE + call.path;
    paths[path] ??= {};
    paths[path][call.method.toLowerCase()] = operation(name, call, schemas[name], shared);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Thumba',
      version: '1',
      description:
        'Every answer is `{ code, msg, data }` with HTTP 200; the outcome is in `code`. Money is in kwacha with at most two decimals, days are Lusaka days, instants are UTC.',
    },
    tags: CAPABILITIES.map(({ title, about }) => ({ name: title, description: about })),
    paths,
    components: {
      schemas: { ...shared, Refusal: REFUSAL },
      responses: { Unreached: UNREACHED },
      headers: TIME_HEADERS,
      parameters: Object.fromEntries(
        [
          ...COMMON_HEADERS,
          ...SIGNED_HEADERS,
          IDEMPOTENCY_HEADER,
          DEVICE_SECRET_HEADER,
          SHORTEST_TERM_HEADER,
        ].map((header) => [
          header,
          { name: header, in: 'header', required: isEnforced(header), schema: { type: 'string' } },
        ]),
      ),
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
    },
  };
}

const TIME_HEADERS: JsonSchema = {
  [SERVER_TIME_HEADER]: {
    description: 'The clock of the server, in milliseconds since 1970',
    schema: { type: 'integer' },
  },
  [BUSINESS_DATE_HEADER]: {
    description: 'The business date: the calendar day in Lusaka, unless a demo has moved it',
    schema: { type: 'string', format: 'date' },
  },
};

/** The named schemas of all calls. A name is one shape, so that a reference means the same everywhere. */
type SharedSchemas = Record<string, JsonSchema>;

const REFUSAL: JsonSchema = {
  type: 'object',
  description: Object.entries(REFUSAL_MEANINGS)
    .map(([code, meaning]) => `${code}: ${meaning}`)
    .join('. '),
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', enum: Object.keys(REFUSAL_MEANINGS).map(Number) },
    msg: { type: 'string', description: 'A sentence for the borrower' },
    data: {
      anyOf: [
        {
          type: 'object',
          properties: {
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            reason: { type: 'string' },
            retryAfterSeconds: { type: 'integer' },
          },
        },
        { type: 'null' },
      ],
    },
  },
};

const UNREACHED: JsonSchema = {
  description: 'The request reached no call. `code` is the HTTP status.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'msg', 'data'],
        properties: {
          code: { type: 'integer', enum: UNREACHED_CODES },
          msg: { type: 'string', description: 'A sentence for the borrower' },
          data: { type: 'null' },
        },
      },
    },
  },
};

const TAKES_SHORTEST_TERM: readonly CallName[] = [
  'productPublic',
  'getMyLoanInfo',
  'getUserInfo',
  'productTrial',
  'getContractText',
  'appManualGetLoan',
];
const TAKES_DEVICE_SECRET: readonly CallName[] = ['sendSmsCode', 'mobileLogin', 'addAccount'];

function isEnforced(header: string): boolean {
  return header === 'X-TenantID' || (SIGNED_HEADERS as readonly string[]).includes(header);
}

function operation(
  name: CallName,
  call: CallDefinition,
  shapes: CallSchemas,
  shared: SharedSchemas,
): JsonSchema {
  const headers = [
    ...COMMON_HEADERS,
    ...(call.token ? SIGNED_HEADERS.filter((header) => header !== 'token') : []),
  ];
  return {
    operationId: name,
    tags: [capabilityOf(name)],
    summary: call.summary,
    ...(call.token ? { security: [{ token: [] }] } : {}),
    parameters: [
      ...headers.map((header) => ({ $ref: `#/components/parameters/${header}` })),
      ...(call.money ? [{ $ref: `#/components/parameters/${IDEMPOTENCY_HEADER}` }] : []),
      ...(TAKES_DEVICE_SECRET.includes(name)
        ? [{ $ref: `#/components/parameters/${DEVICE_SECRET_HEADER}` }]
        : []),
      ...(TAKES_SHORTEST_TERM.includes(name)
        ? [{ $ref: `#/components/parameters/${SHORTEST_TERM_HEADER}` }]
        : []),
      ...parameters('path', shapes.params, shared),
      ...parameters('query', shapes.query, shared),
    ],
    ...(shapes.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toSchema(shapes.body, 'input', shared) } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'The outcome is in `code`; `data` has this shape when it is 200',
        headers: {
          [SERVER_TIME_HEADER]: { $ref: `#/components/headers/${SERVER_TIME_HEADER}` },
          [BUSINESS_DATE_HEADER]: { $ref: `#/components/headers/${BUSINESS_DATE_HEADER}` },
        },
        content: { 'application/json': { schema: { oneOf: [answer(shapes, shared), refusal(name)] } } },
      },
      default: { $ref: '#/components/responses/Unreached' },
    },
  };
}

function answer(shapes: CallSchemas, shared: SharedSchemas): JsonSchema {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer', const: 200 },
      msg: { type: 'string' },
      data: toSchema(shapes.output, 'output', shared),
    },
  };
}

function refusal(name: CallName): JsonSchema {
  return {
    allOf: [{ $ref: '#/components/schemas/Refusal' }],
    properties: { code: { type: 'integer', enum: refusalCodes(name) } },
  };
}

function parameters(
  place: 'path' | 'query',
  schema: CallSchemas['params'],
  shared: SharedSchemas,
): JsonSchema[] {
  if (!schema) return [];
  const shape = toSchema(schema, 'input', shared) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(shape.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (shape.required ?? []).includes(name),
    schema: property,
  }));
}

/** Named schemas move to the components of the document, because a reference in it begins at its root. */
function toSchema(
  schema: NonNullable<CallSchemas['params']>,
  io: 'input' | 'output',
  shared: SharedSchemas,
): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, reused: 'inline', unrepresentable: 'any' }));
  const {
    $schema: _draft,
    $defs,
    ...rest
  } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
  for (const [name, shape] of Object.entries($defs ?? {})) shared[name] = shape as JsonSchema;
  return rest;
}
