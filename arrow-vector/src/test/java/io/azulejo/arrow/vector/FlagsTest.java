package io.azulejo.arrow.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

/** Vectors are read and decoded in a Java machine without any flag. */
class FlagsTest {
  /** Prints how many rows went through vectors. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws IOException {
      long rows = 0;
      try (Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();
          BufferAllocator allocator = new RootAllocator()) {
        Array array = SampleArray.ofAllTypes(azulejo, new Random(1), 500);
        try (VectorReader vectors = VectorReader.of(array, ReadRequest.ALL, allocator)) {
          VectorDecoder decoder =
              VectorDecoder.of(vectors.getVectorSchemaRoot().getSchema(), vectors);
          while (vectors.loadNextBatch()) {
            Batch batch = decoder.batch(vectors.getVectorSchemaRoot());
            rows += batch.rows();
          }
        }
      }
      System.out.println(rows + " rows");
    }
  }

  @Test
  void vectorsNeedNoFlags() throws Exception {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Program.class.getName()))
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(output).contains("500 rows");
    assertThat(process.exitValue()).isZero();
  }
}
