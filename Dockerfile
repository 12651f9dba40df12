# The gateway in a small image: `docker build -t gateway .`
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --locked --profile dist --package gateway-server \
    && cp target/dist/gateway /usr/local/bin/gateway

FROM debian:bookworm-slim
# A dedicated user, and a volume for the SQLite file and the key file.
RUN groupadd --system --gid 10001 gateway \
    && useradd --system --uid 10001 --gid gateway --home-dir /data gateway \
    && install --directory --owner gateway --group gateway --mode 0700 /data
COPY --from=build /usr/local/bin/gateway /usr/local/bin/gateway
# Numeric, so that platforms can verify that it is not root.
USER 10001:10001
WORKDIR /data
VOLUME /data
# Inside a container, the listeners must accept connections from outside. Publish the first port. Keep the
# second one, which is for operators, on a private network.
ENV GATEWAY_LISTEN=0.0.0.0:8080 \
    GATEWAY_OPERATIONS_LISTEN=0.0.0.0:9090
EXPOSE 8080 9090
ENTRYPOINT ["gateway"]
CMD ["serve"]
