package io.azulejo.testkit;

import io.azulejo.ArrayHandle;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.Read;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.WriteRequest;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Opens engines for test arrays, writes cells and reads them back, in one call each. */
public final class TestArrays {
  private TestArrays() {}

  /** Returns an engine without threads of its own that maps {@code mem} locations to a store. */
  public static Azulejo engine(Storage storage) {
    return Azulejo.builder().storage("mem", storage).computeThreads(0).ioThreads(0).build();
  }

  /** Commits batches at a time (ms since 1970); returns the names of the fragments. */
  public static List<String> append(ArrayHandle array, long time, Batch... batches) {
    return write(array, WriteRequest.DEFAULT, ChangeOptions.DEFAULT.at(time), batches);
  }

  /** Writes and commits batches; returns the names of the fragments. */
  public static List<String> write(
      ArrayHandle array, WriteRequest request, ChangeOptions options, Batch... batches) {
    try (ArrayWriter out = array.writer(request, options)) {
      for (Batch batch : batches) {
        out.append(batch);
      }
      return out.commit();
    }
  }

  /** Returns the number of cells that a read returns. */
  public static long count(Read read) {
    long count = 0;
    try (BatchReader in = read.batches()) {
      for (Batch batch : in) {
        count += batch.rows();
      }
    }
    return count;
  }

  /** Applies a function to each row of a read and returns the results in order. */
  public static <T> List<T> rows(Read read, RowFunction<? extends T> function) {
    List<T> rows = new ArrayList<>();
    try (BatchReader in = read.batches()) {
      for (Batch batch : in) {
        for (int row = 0; row < batch.rows(); row++) {
          rows.add(function.apply(batch, row));
        }
      }
    }
    return rows;
  }

  /** Returns the rows of a read, each as the bytes of its fields in hexadecimal. */
  public static List<String> texts(Read read) {
    return rows(
        read,
        (batch, row) ->
            batch.columns().stream()
                .map(
                    column ->
                        column.isNull(row)
                            ? "null"
                            : HexFormat.of().formatHex(column.getBytes(row)))
                .collect(Collectors.joining(" ")));
  }

  /** Returns the rows of a read whose fields are all integers. */
  public static List<List<Long>> numbers(Read read) {
    return rows(read, (batch, row) -> batch.columns().stream().map(c -> c.getLong(row)).toList());
  }

  /**
   * A function of one row of a batch.
   *
   * @param <T> the type of the result
   */
  @FunctionalInterface
  public interface RowFunction<T> {
    /** Returns the result for a row, counted from 0. */
    T apply(Batch batch, int row);
  }
}
