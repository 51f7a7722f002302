// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Knowledge of users about whole objects, beside the index. */
package io.skipping.index.filter;
