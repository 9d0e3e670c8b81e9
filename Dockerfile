FROM node:24-slim

ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app

COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force
COPY agent-configs agent-configs
COPY cli cli
COPY http http
COPY mcp mcp
COPY migrations migrations
COPY src src

# Directory of the embedded database, which is used if DATABASE_URL is not set.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "cli/main.ts", "serve"]
