"""Writes the objects of TestForeignFooters by a writer that is not Trino's. Run by hand: python make.py; needs pyarrow."""

import decimal
import random
import struct
from datetime import date, datetime, timedelta

import pyarrow as pa
import pyarrow.orc
import pyarrow.parquet

ROWS = 3000
# of the same value of id in each column, so that ranges are narrow in all of them
random.seed(476)
ids = list(range(ROWS))


def some(values, every=11):
    return [None if i % every == 0 else value for i, value in enumerate(values)]


def special(i):
    return {5: float("nan"), 6: -0.0, 7: 0.0, 1500: float("inf"), 1501: float("-inf"), 2999: float("nan")}.get(i, i / 4 - 300)


def timestamps(first):
    return pa.array([first + timedelta(minutes=i, microseconds=123456 + i) for i in ids], pa.timestamp("us"))


noise = ["".join(random.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(16)) for _ in ids]
columns = {
    "id": pa.array(ids, pa.int64()),
    "narrow": pa.array(some(ids), pa.int32()),
    "wide": pa.array(some(ids), pa.int64()),
    "tiny": pa.array([i // 30 for i in ids], pa.int8()),
    "dbl": pa.array(some([special(i) for i in ids]), pa.float64()),
    "flt": pa.array([special(i) for i in ids], pa.float32()),
    "dec": pa.array(some([decimal.Decimal(i).scaleb(-2) for i in ids]), pa.decimal128(9, 2)),
    "dec_other": pa.array([decimal.Decimal(i).scaleb(-2) for i in ids], pa.decimal128(9, 2)),
    "dec_long": pa.array([decimal.Decimal(i * 10**20).scaleb(-3) for i in ids], pa.decimal128(30, 3)),
    "text": pa.array(some(["é" * (i % 3) + "%06d-" % i + noise[i] for i in ids]), pa.string()),
    "cut": pa.array(["%04d-long" % i for i in ids], pa.string()),
    "day": pa.array(some([date(2020, 1, 1) + timedelta(days=i) for i in ids]), pa.date32()),
    "ts": timestamps(datetime(1969, 12, 31)),
    "flag": pa.array([i < 2000 for i in ids], pa.bool_()),
    "bin": pa.array([struct.pack(">I", i * 999999) for i in ids], pa.binary()),
    "empty": pa.array([None] * ROWS, pa.string()),
}
table = pa.table(columns)
pa.parquet.write_table(table, "pyarrow.parquet", row_group_size=500, compression="zstd")
pa.parquet.write_table(
    table, "pyarrow-legacy.parquet", row_group_size=500, compression="zstd", version="1.0",
    use_deprecated_int96_timestamps=True, store_decimal_as_integer=True, use_dictionary=False)
# unsigned integers, of which some are negative to whoever does not heed that
large = [i if i < 1500 else 2**32 - 1 - i for i in ids]
pa.parquet.write_table(
    pa.table({
        "id": columns["id"],
        "wide": pa.array(large, pa.uint32()),
        "same": pa.array(large, pa.uint32()),
        "short": pa.array(ids, pa.uint16()),
        "nested": pa.array([{"wide": value} for value in large], pa.struct([("wide", pa.uint32())])),
    }),
    "pyarrow-unsigned.parquet", row_group_size=500, compression="zstd")
# instants around the end of summer time in New York, and the same as times of no zone
instants = [datetime(2024, 11, 2, 12) + timedelta(minutes=i) for i in ids]
pa.parquet.write_table(
    pa.table({
        "id": columns["id"],
        "instant": pa.array(instants, pa.timestamp("us", tz="UTC")),
        "local": pa.array(instants, pa.timestamp("us")),
    }),
    "pyarrow-instants.parquet", row_group_size=500, compression="zstd")
# what this writer makes of times before 1970 is an error to Trino
columns["ts"] = timestamps(datetime(1970, 1, 1))
# names of columns that are those of the table to who ignores their case, or in lower case, and not to both
names = ["%06d" % i for i in ids]
with pa.orc.ORCWriter("pyarrow-names.orc", compression="uncompressed", stripe_size=1024, batch_size=500) as writer:
    writer.write(pa.table({"id": columns["id"], "s\u0131n\u0131f": pa.array(names), "\u0130l": pa.array(names)}))
with pa.orc.ORCWriter("pyarrow.orc", compression="uncompressed", stripe_size=1024, batch_size=500) as writer:
    for begin in range(0, ROWS, 500):
        writer.write(pa.table(columns).slice(begin, 500))
