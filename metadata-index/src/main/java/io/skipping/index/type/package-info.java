// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Defines the kinds of summaries. {@link io.skipping.index.type.IndexType} is the one extension point: the built-in
 * types use nothing that a user's own type cannot use.
 */
package io.skipping.index.type;
