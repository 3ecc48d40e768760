import type { FastifyInstance } from 'fastify';

type AndroidApp = { packageName: string; certificate: string };

/** Links of this site open in the app, and the app may use the keys of this site: its screen lock is one of them. */
const RELATIONS = [
  'delegate_permission/common.handle_all_urls',
  'delegate_permission/common.get_login_creds',
];

/** Serves which Android apps belong to this site (Digital Asset Links). Without one there is no such page. */
export function registerAssetLinks(app: FastifyInstance, apps: readonly AndroidApp[]): void {
  app.get('/.well-known/assetlinks.json', (_request, reply) => {
    if (apps.length === 0) return reply.callNotFound();
    return reply.type('application/json').send(
      apps.map(({ packageName, certificate }) => ({
        relation: RELATIONS,
        target: {
          namespace: 'android_app',
          package_name: packageName,
          sha256_cert_fingerprints: [certificate],
        },
      })),
    );
  });
}
