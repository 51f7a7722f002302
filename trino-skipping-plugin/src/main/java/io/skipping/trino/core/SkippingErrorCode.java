// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import io.trino.spi.ErrorCode;
import io.trino.spi.ErrorCodeSupplier;
import io.trino.spi.ErrorType;

/** Lists the error codes of this connector. Errors of the Hive connector keep their own codes. */
public enum SkippingErrorCode implements ErrorCodeSupplier {
    SKIPPING_INDEX_ERROR(0, ErrorType.EXTERNAL),
    /** Tells what was not tried from what was found sound. */
    SKIPPING_STORE_UNTRIED(1, ErrorType.USER_ERROR);

    // far from the ranges that Trino's own connectors use
    private static final int BASE = 0x5_1C1_0000 & 0x7FFF_FFFF;

    private final ErrorCode errorCode;

    SkippingErrorCode(int code, ErrorType type) {
        errorCode = new ErrorCode(BASE + code, name(), type, false);
    }

    @Override
    public ErrorCode toErrorCode() {
        return errorCode;
    }
}
