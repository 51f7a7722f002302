// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Runs a real S3 endpoint on this machine, over a folder.
 *
 * <p>It counts requests and bytes where they are billed: in {@link io.skipping.testing.s3.RequestLog} at the endpoint,
 * not in the clients that are compared.
 */
package io.skipping.testing.s3;
