/**
 * How much a request matters, the most first. Probes, figures and what limits itself are always let in. A route names
 * the class in its `config`; one that names none is a page.
 */
export type RequestClass = 'always' | LimitedClass;
export type LimitedClass = 'callback' | 'money' | 'call' | 'page';

declare module 'fastify' {
  interface FastifyContextConfig {
    requestClass?: RequestClass;
  }
}
