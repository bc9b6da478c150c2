package io.azulejo.imports.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.RowFile;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class FileKindTest {
  @Test
  void aStreamOfDamagedBytesIsClosed() {
    boolean[] closed = new boolean[1];
    byte[] bytes = {0x1f, (byte) 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    InputStream in =
        new ByteArrayInputStream(bytes) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };

    assertThatThrownBy(() -> FileKind.head(RowFile.of("rows.gz", in)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("rows.gz: ");
    assertThat(closed[0]).isTrue();
  }
}
