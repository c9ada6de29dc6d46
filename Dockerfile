# syntax=docker/dockerfile:1
FROM rust:1.95-bookworm AS build
WORKDIR /melee
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/melee/target \
    cargo build --release --locked --package melee-api \
    && cp target/release/melee-api /melee-api

FROM gcr.io/distroless/cc-debian12:nonroot
LABEL org.opencontainers.image.title="melee" \
      org.opencontainers.image.description="Tabletop melee combat by the book, over HTTP" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /melee-api /melee-api
ENV MELEE_LISTEN=0.0.0.0:8080
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s CMD ["/melee-api", "healthcheck", "--listen", "127.0.0.1:8080"]
ENTRYPOINT ["/melee-api"]
