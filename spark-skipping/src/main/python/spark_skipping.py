# Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
"""Builds the index of files, and explains what queries make of it. The session needs spark-skipping.jar, which holds this module, too."""


class SkippingIndex:
    """Builds the index of the files at a location."""

    def __init__(self, index):
        self._index = index

    @classmethod
    def of(cls, source, path=None):
        """
        Returns the index of what a DataFrame reads, such as of(spark.table("meters")), or of Parquet at a path, such as
        of(spark, "s3a://bucket/meters").
        """
        if path is None:
            if not hasattr(source, "_jdf"):
                raise TypeError("SkippingIndex.of takes a DataFrame, or a session and the path of Parquet: SkippingIndex.of(spark.table(...)), SkippingIndex.of(spark, path)")
            return cls(_java(source.sparkSession).of(source._jdf))
        if not isinstance(path, str):
            raise TypeError("With a session, SkippingIndex.of takes a path: pass a DataFrame alone, as in SkippingIndex.of(spark.table(...))")
        return cls(_java(source).of(source._jsparkSession, path))

    @staticmethod
    def explain(query):
        """Returns which conditions of a DataFrame indexes can use, and how many files, or parts of files, its scans read."""
        return _java(query.sparkSession).explain(query._jdf)

    def create(self, index_type, *columns, **options):
        """Requests an index over columns, for this build and all later ones, such as create("bloom", "code", fpp=0.001)."""
        for column in columns:
            if not isinstance(column, str):
                raise TypeError("SkippingIndex.create takes names of columns, not %r" % (column,))
        self._index.create(index_type, list(columns), {name: str(value) for name, value in options.items()})
        return self

    def automatic(self, automatic):
        """Sets whether builds choose indexes beside the requested ones, which they do unless this is turned off."""
        self._index.automatic(automatic)
        return self

    def build(self):
        """
        Summarises the files that the index does not have yet. Returns a dict of what it did: how many files it summarised, how many
        the index had already ("current") and how many were too young ("too_young"), the ranges and rows of those that it summarised,
        and a sentence for each file that could not be summarised ("failures").
        """
        result = self._index.build()
        return {
            "summarised": result.summarised(),
            "current": result.current(),
            "too_young": result.tooYoung(),
            "ranges": result.ranges(),
            "rows": result.rows(),
            "failures": list(result.failures()),
        }


def _java(spark):
    return spark._jvm.io.skipping.spark.SkippingIndex
