package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.seal.SealEntry;
import io.azulejo.internal.seal.Seals;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.FileServer;
import io.azulejo.testkit.S3Server;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The corpus read over HTTP, by seals and from one ZIP file, and from S3. */
@Tag("full")
class RemoteCorpusTest {
  private static final String ROOT = "corpus";

  @AutoClose private final FileServer server = new FileServer();

  @Test
  void isReadBySeals() {
    readBySeals(CorpusFolder.bundledSelection());
  }

  @Test
  void isReadFromOneArchive() {
    readFromOneArchive(CorpusFolder.bundledSelection());
  }

  @Test
  void isReadFromS3() {
    readFromS3(CorpusFolder.bundledSelection());
  }

  @Test
  @Tag("slow")
  void isReadWholeBySeals() {
    CorpusFolder corpus = CorpusFolder.find();
    requireAsLocally(corpus, readBySeals(corpus));
  }

  @Test
  @Tag("slow")
  void isReadWholeFromOneArchive() {
    CorpusFolder corpus = CorpusFolder.find();
    requireAsLocally(corpus, readFromOneArchive(corpus));
  }

  @Test
  @Tag("slow")
  void isReadWholeFromS3() {
    CorpusFolder corpus = CorpusFolder.find();
    requireAsLocally(corpus, readFromS3(corpus));
  }

  private static void requireAsLocally(CorpusFolder corpus, CorpusSummary found) {
    System.out.println(found.text());
    try (CorpusCheck check = new CorpusCheck()) {
      assertThat(found.families())
          .as("passed, failed and unsupported by family, as locally")
          .isEqualTo(CorpusSummary.of(check.run(corpus)).families());
    }
  }

  private CorpusSummary readBySeals(CorpusFolder corpus) {
    server.files.putAll(files(corpus));
    for (Path expectation : corpus.expectationFiles()) {
      String path = path(corpus, corpus.expectation(expectation).location());
      server.files.computeIfAbsent(path + ".seal", seal -> seal(path));
    }
    return check(corpus, place -> server.location(path(corpus, place)), Map.of());
  }

  private byte[] seal(String folder) {
    TreeMap<String, SealEntry> entries = new TreeMap<>();
    Storage memory = Storage.inMemory();
    Location file = Location.of("mem://file");
    server
        .files
        .subMap(folder + "/", folder + "0")
        .forEach(
            (path, content) -> {
              memory.createExclusive(file, content);
              try (InputFile in = memory.open(file)) {
                entries.put(path.substring(folder.length() + 1), Seals.digest(in));
              }
              memory.delete(file);
            });
    return Seals.single(folder.substring(folder.lastIndexOf('/') + 1), entries);
  }

  private CorpusSummary readFromOneArchive(CorpusFolder corpus) {
    server.files.put("corpus.zip", zip(files(corpus)));
    String archive = "zip+" + server.location("corpus.zip") + "!/";
    CorpusSummary summary =
        check(corpus, place -> Location.of(archive + path(corpus, place)), Map.of());
    assertThat(server.log).isNotEmpty().allMatch(request -> request.startsWith("GET /corpus.zip "));
    return summary;
  }

  private static CorpusSummary readFromS3(CorpusFolder corpus) {
    S3Server s3 = S3Server.shared();
    Map<String, String> settings = S3Server.settings(s3.endpoint());
    String bucket = "s3://" + s3.newBucket() + "/";
    Storage store = S3Server.store(settings);
    try {
      files(corpus).entrySet().parallelStream()
          .forEach(
              file -> store.createExclusive(Location.of(bucket + file.getKey()), file.getValue()));
    } finally {
      store.close();
    }
    return check(corpus, place -> Location.of(bucket + path(corpus, place)), settings);
  }

  private static byte[] zip(TreeMap<String, byte[]> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setMethod(ZipOutputStream.STORED);
      for (var file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        CRC32 crc = new CRC32();
        crc.update(file.getValue());
        entry.setCrc(crc.getValue());
        entry.setSize(file.getValue().length);
        zip.putNextEntry(entry);
        zip.write(file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static String path(CorpusFolder corpus, Path place) {
    return ROOT + "/" + corpus.path().relativize(place.normalize()).toString().replace('\\', '/');
  }

  private static TreeMap<String, byte[]> files(CorpusFolder corpus) {
    TreeMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(corpus.path())) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        files.put(path(corpus, file), Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static CorpusSummary check(
      CorpusFolder corpus, Function<Path, Location> place, Map<String, String> settings) {
    try (CorpusCheck check = new CorpusCheck(place, settings)) {
      CorpusSummary summary = CorpusSummary.of(check.run(corpus));
      assertThat(summary.expectations()).isPositive();
      assertThat(summary.failed()).as(summary.problems()).isZero();
      return summary;
    }
  }
}
