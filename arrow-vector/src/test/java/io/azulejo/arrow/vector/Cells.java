package io.azulejo.arrow.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.arrow.ArrowColumn;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Compares cells with those that went through vectors. */
final class Cells {
  private Cells() {}

  /** All batches of a read. */
  static List<Batch> read(Array array, ReadRequest request) {
    List<Batch> batches = new ArrayList<>();
    try (BatchReader reader = array.read(request).batches()) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        batches.add(batch);
      }
    }
    return batches;
  }

  /** Reads all vectors, whose cells are to be those of a read of an array. */
  static void assertHas(ArrowReader vectors, Array array, ReadRequest request) throws IOException {
    VectorDecoder decoder = VectorDecoder.of(vectors.getVectorSchemaRoot().getSchema(), vectors);
    List<String> expected = new ArrayList<>();
    read(array, request).forEach(batch -> addRows(batch, expected));
    List<String> rows = new ArrayList<>();
    while (vectors.loadNextBatch()) {
      addRows(decoder.batch(vectors.getVectorSchemaRoot()), rows);
    }
    assertThat(vectors.loadNextBatch()).isFalse();
    assertThat(rows).isEqualTo(expected);
    List<ArrowColumn> columns = decoder.table().columns();
    List<ArrowColumn> wanted = ArrowTable.of(array, request).columns();
    assertThat(columns).hasSameSizeAs(wanted);
    for (int i = 0; i < wanted.size(); i++) {
      assertThat(columns.get(i).name()).isEqualTo(wanted.get(i).name());
      assertThat(columns.get(i).type()).isEqualTo(wanted.get(i).type());
      assertThat(columns.get(i).cellValNum()).isEqualTo(wanted.get(i).cellValNum());
      assertThat(columns.get(i).nullable()).isEqualTo(wanted.get(i).nullable());
      if (!rows.isEmpty()) {
        assertThat(columns.get(i).enumeration()).isEqualTo(wanted.get(i).enumeration());
      }
      assertThat(columns.get(i).metadata()).containsAllEntriesOf(wanted.get(i).metadata());
    }
  }

  private static void addRows(Batch batch, List<String> rows) {
    for (int row = 0; row < batch.rows(); row++) {
      StringBuilder text = new StringBuilder();
      for (Column column : batch.columns()) {
        text.append(column.name()).append(' ').append(column.type()).append(' ');
        text.append(column.isNull(row) ? "null" : Arrays.toString(column.getBytes(row)));
        text.append('\n');
      }
      rows.add(text.toString());
    }
  }
}
