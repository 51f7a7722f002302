// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * A real Trino server and a real S3 endpoint on this machine, started and stopped by tests, the demo and benchmarks.
 *
 * <p>What a query costs is counted where it is billed: at the endpoint, in {@link io.skipping.benchmarks.local.RequestLog},
 * and not by the clients that are compared.
 */
package io.skipping.benchmarks.local;
