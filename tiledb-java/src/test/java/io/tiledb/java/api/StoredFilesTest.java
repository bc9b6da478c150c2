package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of a {@link FileStore}. */
class StoredFilesTest {
  @TempDir Path folder;
  private Context ctx;
  private String array;

  @BeforeEach
  void open() throws TileDBError {
    ctx = new Context();
    array = folder.resolve("array").toString();
  }

  @AfterEach
  void close() {
    ctx.close();
  }

  private Path file(String name, int size) throws IOException {
    byte[] content = new byte[size];
    new Random(size).nextBytes(content);
    return Files.write(folder.resolve(name), content);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 33, 1024, 1025, 3_000_000})
  void filesComeBackWhole(int size) throws Exception {
    Path file = file("data.bin", size);
    Array.create(array, FileStore.schemaCreate(ctx, file.toString()));
    FileStore.uriImport(ctx, array, file.toString(), MimeType.TILEDB_MIME_AUTODETECT);
    assertThat(FileStore.getSize(ctx, array)).isEqualTo(size);
    Path copy = folder.resolve("copy");
    FileStore.uriExport(ctx, array, copy.toUri().toString());
    assertThat(copy).hasSameBinaryContentAs(file);
    byte[] end = (byte[]) FileStore.bufferExport(ctx, array, size / 2, size - size / 2);
    assertThat(end)
        .isEqualTo(java.util.Arrays.copyOfRange(Files.readAllBytes(file), size / 2, size));
  }

  @Test
  void otherLibrariesFindWhatTheyExpect() throws Exception {
    Path file = file("picture.tiff", 5);
    ArraySchema schema = FileStore.schemaCreate(ctx, file.toString());
    Dimension<?> position = schema.getDomain().getDimension("position");
    assertThat(position.getTileExtent()).isEqualTo(1024L);
    assertThat(position.getDomain().getSecond()).isEqualTo(-1026L);
    Array.create(array, schema);
    FileStore.uriImport(ctx, array, file.toString(), MimeType.TILEDB_MIME_TIFF);
    try (Array stored = new Array(ctx, array)) {
      assertThat(text(stored, "mime_type")).isEqualTo("image/tiff");
      assertThat(text(stored, "mime_encoding")).isEqualTo("binary");
      assertThat(text(stored, "original_file_name")).isEqualTo("picture");
      assertThat(text(stored, "file_extension")).isEqualTo("tiff");
      assertThat(stored.getMetadata("file_size").getItem(0)).isEqualTo(5L);
    }
  }

  private static String text(Array array, String key) throws TileDBError {
    return new String((byte[]) array.getMetadata(key).toJavaArray());
  }

  @Test
  void buffersReplaceWhatIsStored() throws Exception {
    Array.create(array, FileStore.schemaCreate(ctx, null));
    NativeArray first = new NativeArray(ctx, new byte[] {1, 2, 3, 4}, Datatype.TILEDB_BLOB);
    FileStore.bufferImport(ctx, array, first, 4, MimeType.TILEDB_MIME_PDF);
    NativeArray second = new NativeArray(ctx, new byte[] {5, 6, 7}, Datatype.TILEDB_BLOB);
    FileStore.bufferImport(ctx, array, second, 2, MimeType.TILEDB_MIME_AUTODETECT);
    assertThat(FileStore.getSize(ctx, array)).isEqualTo(2);
    assertThat((byte[]) FileStore.bufferExport(ctx, array, 0, 2)).containsExactly(5, 6);
    FileStore.bufferImport(ctx, array, second, 0, MimeType.TILEDB_MIME_PDF);
    assertThat(FileStore.getSize(ctx, array)).isEqualTo(2);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> FileStore.bufferImport(ctx, array, second, 4, MimeType.TILEDB_MIME_PDF))
        .withMessage("cannot import 4 bytes of a buffer of 3");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> FileStore.bufferExport(ctx, array, 1, 2))
        .withMessageContaining("cannot read 2 bytes from offset 1")
        .withMessageContaining("it has 2 bytes");
  }

  @Test
  void arraysWithoutFileAreRefused() throws Exception {
    Array.create(array, FileStore.schemaCreate(ctx, null));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> FileStore.getSize(ctx, array))
        .withMessageContaining("its metadata has no \"file_size\"");
    Path copy = folder.resolve("copy");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> FileStore.uriExport(ctx, array, copy.toString()));
    assertThat(copy).doesNotExist();
    Domain domain = new Domain(ctx);
    domain.addDimension(new Dimension<>(ctx, "d", Integer.class, new Pair<>(1, 4), 2));
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_DENSE);
    schema.setDomain(domain);
    schema.addAttribute(new Attribute(ctx, "a", Integer.class));
    String other = folder.resolve("other").toString();
    Array.create(other, schema);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(
            () ->
                FileStore.uriImport(
                    ctx, other, file("f", 3).toString(), MimeType.TILEDB_MIME_AUTODETECT))
        .withMessageContaining("does not hold a file: it is a dense array");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> FileStore.schemaCreate(ctx, folder.resolve("missing").toString()));
  }

  @Test
  void readsAreCountedWhileStatisticsAreEnabled() throws Exception {
    Array.create(array, FileStore.schemaCreate(ctx, null));
    NativeArray bytes = new NativeArray(ctx, new byte[] {1, 2, 3, 4}, Datatype.TILEDB_BLOB);
    FileStore.bufferImport(ctx, array, bytes, 4, MimeType.TILEDB_MIME_PDF);
    Path dump = folder.resolve("stats");
    Stats.reset();
    Stats.enable();
    FileStore.bufferExport(ctx, array, 0, 4);
    Stats.disable();
    Stats.dump(dump.toString());
    assertThat(Files.readString(dump)).doesNotContain("\"Context.Reader.result_num\": 0");
    Stats.reset();
    FileStore.bufferExport(ctx, array, 0, 4);
    Stats.dump(dump.toString());
    assertThat(dump).content().contains("\"Context.Reader.result_num\": 0");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> Stats.dump(folder.toString()))
        .withMessageContaining("cannot write statistics");
  }
}
