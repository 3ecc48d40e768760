import { z } from 'zod';
import type { CallDefinition } from './calls/definition.ts';
import { type CallName, calls } from './calls.ts';
import { API_BASE, COMMON_HEADERS, IDEMPOTENCY_HEADER, SIGNED_HEADERS } from './envelope.ts';
import { type CallSchemas, schemas } from './schemas.ts';

type JsonSchema = Record<string, unknown>;

/** The whole contract as an OpenAPI 3.1 document. The API page shows it, and git keeps a snapshot of it. */
export function openApiDocument(): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const name of Object.keys(calls) as CallName[]) {
    const call: CallDefinition = calls[name];
    const path = API_BASE + call.path;
    paths[path] ??= {};
    paths[path][call.method.toLowerCase()] = operation(name, call, schemas[name]);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Thumba',
      version: '1',
      description:
        'Every answer is `{ code, msg, data }` with HTTP 200; the outcome is in `code`. Money is in kwacha with at most two decimals, days are Lusaka days, instants are UTC.',
    },
    paths,
    components: {
      parameters: Object.fromEntries(
        [...COMMON_HEADERS, ...SIGNED_HEADERS, IDEMPOTENCY_HEADER].map((header) => [
          header,
          { name: header, in: 'header', required: isEnforced(header), schema: { type: 'string' } },
        ]),
      ),
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
    },
  };
}

function isEnforced(header: string): boolean {
  return header === 'X-TenantID' || (SIGNED_HEADERS as readonly string[]).includes(header);
}

function operation(name: CallName, call: CallDefinition, shapes: CallSchemas): JsonSchema {
  const headers = [
    ...COMMON_HEADERS,
    ...(call.token ? SIGNED_HEADERS.filter((header) => header !== 'token') : []),
  ];
  return {
    operationId: name,
    summary: call.summary,
    ...(call.token ? { security: [{ token: [] }] } : {}),
    parameters: [
      ...headers.map((header) => ({ $ref: `#/components/parameters/${header}` })),
      ...(call.money ? [{ $ref: `#/components/parameters/${IDEMPOTENCY_HEADER}` }] : []),
      ...parameters('path', shapes.params),
      ...parameters('query', shapes.query),
    ],
    ...(shapes.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toSchema(shapes.body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'The outcome is in `code`; `data` has this shape when it is 200',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'msg', 'data'],
              properties: {
                code: { type: 'integer' },
                msg: { type: 'string' },
                data: { anyOf: [toSchema(shapes.output, 'output'), { type: 'null' }] },
              },
            },
          },
        },
      },
    },
  };
}

function parameters(place: 'path' | 'query', schema: CallSchemas['params']): JsonSchema[] {
  if (!schema) return [];
  const shape = toSchema(schema, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(shape.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (shape.required ?? []).includes(name),
    schema: property,
  }));
}

function toSchema(schema: NonNullable<CallSchemas['params']>, io: 'input' | 'output'): JsonSchema {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    unrepresentable: 'any',
  });
  return rest as JsonSchema;
}
