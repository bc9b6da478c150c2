package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of {@link VFS}, local ones and those of other stores. */
class VfsAccessTest {
  @TempDir Path folder;
  private Context ctx;
  private VFS vfs;

  @BeforeEach
  void open() throws TileDBError {
    ctx = new Context();
    vfs = new VFS(ctx);
  }

  @AfterEach
  void close() {
    vfs.close();
    vfs.close();
    ctx.close();
  }

  private String root(String kind) {
    return switch (kind) {
      case "path" -> folder.toString();
      case "uri" -> folder.toUri().toString().replaceAll("/$", "");
      default -> "mem://bucket/folder";
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"path", "uri", "mem"})
  void filesAreWrittenAppendedAndRead(String kind) throws TileDBError {
    String file = root(kind) + "/new/file";
    assertThat(vfs.isFile(file)).isFalse();
    assertThat(vfs.write(file, new byte[] {1, 2, 3})).isEqualTo(file);
    assertThat(vfs.isFile(file)).isTrue();
    assertThat(vfs.isDirectory(file)).isFalse();
    assertThat(vfs.isDirectory(root(kind) + "/new")).isTrue();
    assertThat(vfs.fileSize(file)).isEqualTo(3);
    vfs.write(file, new byte[] {4}, VFSMode.TILEDB_VFS_APPEND);
    assertThat(vfs.readAllBytes(file)).containsExactly(1, 2, 3, 4);
    vfs.write(file, new byte[] {5}, VFSMode.TILEDB_VFS_WRITE);
    assertThat(vfs.readAllBytes(file)).containsExactly(5);
    vfs.write(file, new byte[0]);
    assertThat(vfs.readAllBytes(file)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"path", "uri", "mem"})
  void filesAreCreatedMovedAndRemoved(String kind) throws TileDBError {
    String file = root(kind) + "/file";
    vfs.createFile(file);
    assertThat(vfs.fileSize(file)).isZero();
    vfs.write(file, new byte[] {1});
    vfs.createFile(file);
    assertThat(vfs.fileSize(file)).isEqualTo(1);
    String target = root(kind) + "/below/target";
    vfs.write(target, new byte[] {2, 2});
    assertThat(vfs.moveFile(file, target)).isEqualTo(target);
    assertThat(vfs.isFile(file)).isFalse();
    assertThat(vfs.readAllBytes(target)).containsExactly(1);
    vfs.moveFile(target, target);
    vfs.removeFile(target);
    assertThat(vfs.isFile(target)).isFalse();
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> vfs.removeFile(target))
        .withMessageContaining("target' does not exist");
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> vfs.fileSize(target));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> vfs.readAllBytes(target));
  }

  @ParameterizedTest
  @ValueSource(strings = {"path", "uri", "mem"})
  void foldersAreMovedAndRemoved(String kind) throws TileDBError {
    String source = root(kind) + "/source";
    vfs.write(source + "/a/b/file", new byte[] {1});
    vfs.write(source + "/c", new byte[] {2});
    String target = root(kind) + "/other/target";
    vfs.moveDirectory(source, target);
    assertThat(vfs.isDirectory(source)).isFalse();
    assertThat(vfs.readAllBytes(target + "/a/b/file")).containsExactly(1);
    assertThat(vfs.readAllBytes(target + "/c")).containsExactly(2);
    assertThat(vfs.removeDirectory(target)).isEqualTo(target);
    assertThat(vfs.isDirectory(target)).isFalse();
  }

  @Test
  void localFoldersMayBeEmpty() throws TileDBError {
    String made = folder + "/a/b";
    vfs.createDirectory(made);
    vfs.createDirectory(made);
    assertThat(vfs.isDirectory(made)).isTrue();
    vfs.removeDirectory(folder + "/a");
    assertThat(vfs.isDirectory(made)).isFalse();
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> vfs.removeDirectory(made))
        .withMessage("'%s' does not exist", made);
    vfs.createDirectory("mem://bucket/a");
  }

  @Test
  void urisAreAcceptedEverywhere() throws Exception {
    URI file = folder.resolve("with space").toUri();
    assertThat(vfs.write(file, new byte[] {1})).isEqualTo(file);
    assertThat(Files.readAllBytes(folder.resolve("with space"))).containsExactly(1);
    assertThat(vfs.fileSize(file)).isEqualTo(1);
    assertThat(vfs.readAllBytes(file)).containsExactly(1);
    URI moved = folder.resolve("moved").toUri();
    assertThat(vfs.moveFile(file, moved)).isEqualTo(moved);
    assertThat(vfs.isFile(moved)).isTrue();
    assertThat(vfs.removeFile(moved)).isEqualTo(moved);
    URI made = folder.resolve("made").toUri();
    assertThat(vfs.createFile(vfs.createDirectory(made).resolve("file"))).hasPath(folder + "/file");
    URI other = folder.resolve("other").toUri();
    assertThat(vfs.moveDirectory(made, other)).isEqualTo(other);
    assertThat(vfs.isDirectory(other)).isTrue();
    assertThat(vfs.removeDirectory(other)).isEqualTo(other);
  }

  @Test
  void bucketsAreEmptiedButNotMade() throws TileDBError {
    vfs.write("mem://bucket/a/b", new byte[] {1});
    vfs.write("mem://bucket/c", new byte[] {1});
    assertThat(vfs.isBucket("mem://bucket")).isTrue();
    assertThat(vfs.isBucket("mem://bucket/a")).isFalse();
    assertThat(vfs.isEmptyBucket("mem://bucket")).isFalse();
    vfs.emptyBucket("mem://bucket");
    assertThat(vfs.isEmptyBucket("mem://bucket")).isTrue();
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> vfs.createBucket("mem://bucket"))
        .withMessageContaining("create buckets with the tools of the store");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> vfs.removeBucket(URI.create("mem://bucket")));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> vfs.isBucket(folder.toString()))
        .withMessageContaining("only object stores have buckets");
  }

  @Test
  void wrongRequestsAreRefused() {
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> vfs.write(folder + "/a", new byte[1], VFSMode.TILEDB_VFS_READ))
        .withMessage("cannot write in the mode TILEDB_VFS_READ");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> vfs.moveFile(folder + "/a", "mem://bucket/a"))
        .withMessageContaining("these are different stores");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> vfs.isFile("nope://a/b"))
        .withMessageContaining("scheme \"nope:\" is not supported");
  }

  @Test
  void ownConfigurationsHaveOwnStores() throws TileDBError {
    Config config = new Config(Map.of("vfs.s3.scheme", "http"));
    try (VFS other = new VFS(ctx, config)) {
      assertThat(other.getConfig().get("vfs.s3.scheme")).isEqualTo("http");
      assertThat(other.getContext()).isSameAs(ctx);
      other.write("mem://bucket/file", new byte[] {1});
      assertThat(other.isFile("mem://bucket/file")).isTrue();
    }
    assertThat(vfs.getConfig().get("vfs.s3.scheme")).isEqualTo("https");
  }

  @Test
  void writersDiscardText() {
    VFSWriter writer = new VFSWriter();
    writer.write(new char[] {'a'}, 0, 1);
    writer.flush();
    writer.close();
  }
}
