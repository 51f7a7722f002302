// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Takes the finished objects: to a folder, to S3, or compressed on the way there. */
package io.skipping.testing.meters.sink;
