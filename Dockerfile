# The gateway in a small image: `docker build -t gateway .`
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --locked --release --package gateway-server \
    && cp target/release/gateway /usr/local/bin/gateway

FROM debian:bookworm-slim
# A user of its own, and a folder that is kept: the SQLite file and the key file are in it.
RUN useradd --system --uid 10001 --home-dir /data gateway \
    && install --directory --owner gateway --group gateway --mode 0700 /data
COPY --from=build /usr/local/bin/gateway /usr/local/bin/gateway
USER gateway
WORKDIR /data
VOLUME /data
# Inside a container the listeners have to take what comes from outside of it. Publish the first port;
# keep the second one, which is for operators, to your own network.
ENV GATEWAY_LISTEN=0.0.0.0:8080 \
    GATEWAY_OPERATIONS_LISTEN=0.0.0.0:9090
EXPOSE 8080 9090
ENTRYPOINT ["gateway"]
CMD ["serve"]
