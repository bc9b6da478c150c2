package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as arrays, and back. */
class FileArraysTest {
  private static final Location PLACE = Location.of("mem://files/a");

  private final Storage storage = Storage.inMemory();

  @AutoClose
  private final Azulejo azulejo =
      Azulejo.builder().storage("mem", storage).memoryBudget(16 << 20).build();

  @TempDir Path folder;

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private byte[] exported(OpenOptions options) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    azulejo.files().exportFile(PLACE, out, options);
    return out.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1023, 1024, 1025, 100_000, 1 << 20, (1 << 20) + 1, 3_333_333})
  void filesComeBackAsTheyWere(int size) throws IOException {
    Path file = folder.resolve("my picture.png");
    Files.write(file, bytes(size));

    StoredFile stored =
        azulejo.files().importFile(PLACE, file, Optional.empty(), CreateOptions.DEFAULT);

    assertThat(stored).isEqualTo(StoredFile.of("my picture.png", "image/png", size));
    assertThat(exported(OpenOptions.DEFAULT)).isEqualTo(bytes(size));
    assertThat(azulejo.files().describe(PLACE, OpenOptions.DEFAULT)).isEqualTo(stored);
  }

  @Test
  void theArrayIsOfTheFormThatOthersKnow() {
    azulejo
        .files()
        .importFile(
            PLACE,
            new ByteArrayInputStream(bytes(5000)),
            StoredFile.of("notes", "text/plain", 3000),
            CreateOptions.DEFAULT.at(77));

    Array array = azulejo.open(PLACE);
    Dimension position = array.schema().dimensions().get(0);
    assertThat(position.name()).isEqualTo("position");
    assertThat(position.type()).isEqualTo(Datatype.UINT64);
    assertThat(position.domain()).contains(Range.of(0, -1 - 1024 - 1));
    assertThat(position.extent().orElseThrow().longValue()).isEqualTo(1024);
    assertThat(array.schema().attributes())
        .containsExactly(Attribute.of("contents", Datatype.BLOB));
    assertThat(array.metadata().get("file_size"))
        .isEqualTo(MetadataValue.ofLongs(Datatype.UINT64, 3000));
    assertThat(array.metadata().get("mime_type")).isEqualTo(MetadataValue.ofString("text/plain"));
    assertThat(array.metadata().get("mime_encoding")).isEqualTo(MetadataValue.ofString("binary"));
    assertThat(array.metadata().get("original_file_name"))
        .isEqualTo(MetadataValue.ofString("notes"));
    assertThat(array.metadata().get("file_extension")).isEqualTo(MetadataValue.ofString(""));
    assertThat(array.fragments()).extracting(f -> f.times().start()).containsExactly(77L);
    assertThat(FileArray.schema(2 << 20).dimensions().get(0).extent())
        .contains((Number) (256L << 10));
    assertThat(FileArray.schema(200 << 20).dimensions().get(0).extent())
        .contains((Number) (1L << 20));
    assertThat(FileArray.schema(2L << 30).dimensions().get(0).extent())
        .contains((Number) (100L << 20));
  }

  @Test
  void encryptsFiles() {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 5);
    EncryptionKey secret = EncryptionKey.of(key);

    azulejo
        .withKey(PLACE, secret)
        .files()
        .importFile(
            PLACE,
            new ByteArrayInputStream(bytes(3000)),
            StoredFile.of("x.bin", "application/x", 3000),
            CreateOptions.DEFAULT);

    assertThat(exported(OpenOptions.DEFAULT.key(secret))).isEqualTo(bytes(3000));
  }

  @Test
  void refusesArraysThatHoldAFileOrAreOfAnotherForm() {
    StoredFile file = StoredFile.of("x", "text/plain", 3);
    azulejo
        .files()
        .importFile(PLACE, new ByteArrayInputStream(bytes(3)), file, CreateOptions.DEFAULT);

    refuses(
        AlreadyExistsException.class,
        () ->
            azulejo
                .files()
                .importFile(
                    PLACE, new ByteArrayInputStream(bytes(3)), file, CreateOptions.DEFAULT));

    Location other = Location.of("mem://files/b");
    azulejo.create(other, TestSchemas.of("dense(x INT32 1..8/4) a INT32"));
    refuses(
        InvalidRequestException.class,
        () ->
            azulejo
                .files()
                .importFile(
                    other, new ByteArrayInputStream(bytes(3)), file, CreateOptions.DEFAULT));

    Location empty = Location.of("mem://files/c");
    azulejo.create(empty, FileArray.schema(0));
    refuses(
        InvalidRequestException.class, () -> azulejo.files().describe(empty, OpenOptions.DEFAULT));
    azulejo
        .files()
        .importFile(empty, new ByteArrayInputStream(bytes(3)), file, CreateOptions.DEFAULT);
    assertThat(azulejo.files().describe(empty, OpenOptions.DEFAULT)).isEqualTo(file);
  }

  @Test
  void leavesNothingOfAFileThatCannotBeRead() {
    refuses(
        InvalidRequestException.class,
        () ->
            azulejo
                .files()
                .importFile(
                    PLACE,
                    new ByteArrayInputStream(bytes(3)),
                    StoredFile.of("x", "text/plain", 4),
                    CreateOptions.DEFAULT));
    assertThat(storage.list(PLACE)).isEmpty();
    refuses(
        StorageException.class,
        () ->
            azulejo
                .files()
                .importFile(
                    PLACE, folder.resolve("missing"), Optional.empty(), CreateOptions.DEFAULT));
  }
}
