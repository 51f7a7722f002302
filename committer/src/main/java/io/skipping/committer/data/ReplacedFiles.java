// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.data;

/**
 * Recognises how S3A says that a file is another version now than the one that was asked for: a reader asks for the version that it has
 * opened, and a conditional PUT for the one that it is to replace.
 */
public final class ReplacedFiles {
    /** A class of hadoop-aws, which may be absent. */
    private static final String EXCEPTION = "RemoteFileChangedException";

    private ReplacedFiles() {}

    /** Returns whether an exception, or one of its causes, says that a file was replaced. */
    public static boolean isSaidBy(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause.getClass().getSimpleName().equals(EXCEPTION)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an exception of a stream says that its file was replaced after it was opened: some streams of S3A do it otherwise. */
    public static boolean isSaidByStream(Exception e) {
        return e instanceof IllegalArgumentException || isSaidBy(e);
    }
}
