// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Shows how far a command has got. Bars need the library {@code progressbar}, which a command that draws them brings
 * along.
 */
package io.skipping.command.progress;
