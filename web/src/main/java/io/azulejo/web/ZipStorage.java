package io.azulejo.web;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A read-only store of the files in ZIP archives, which are files of another store. The directory
 * of an archive is read once and trusted while the store is open. A replaced archive is detected
 * only if the other store detects it.
 */
final class ZipStorage extends ReadOnly {
  /** Maximum total size of the cached inflated files in bytes. */
  private static final int MAX_CACHED = 2 * ZipArchive.MAX_INFLATED;

  private final String innerScheme;
  private final Storage inner;
  private final Map<String, OpenArchive> archives = new ConcurrentHashMap<>();
  private final InflatedFiles inflated = new InflatedFiles();

  /** An archive that is opened on first use, and opened again after a failed read. */
  private final class OpenArchive {
    private final Location file;
    private @Nullable ZipArchive archive;

    OpenArchive(Location file) {
      this.file = file;
    }

    synchronized ZipArchive get() {
      ZipArchive known = archive;
      if (known == null || known.isBroken()) {
        InputFile in = inner.open(file);
        try {
          known = new ZipArchive(in);
        } catch (RuntimeException | Error e) {
          in.close();
          throw e;
        }
        archive = known;
      }
      return known;
    }

    synchronized void close() {
      if (archive != null) {
        archive.close();
        archive = null;
      }
    }
  }

  /**
   * A location, split into an archive and a file or folder in it.
   *
   * @param archive the path of the archive in the inner store
   * @param path the path in the archive; empty for its root
   */
  private record Place(String archive, String path) {
    static Place of(Location location) {
      String text = location.path();
      int end = text.indexOf("!/");
      return end >= 0
          ? new Place(text.substring(0, end), text.substring(end + 2))
          : new Place(text.endsWith("!") ? text.substring(0, text.length() - 1) : text, "");
    }
  }

  ZipStorage(String innerScheme, Storage inner) {
    this.innerScheme = innerScheme;
    this.inner = inner;
  }

  @Override
  String advice() {
    return "to change the archive, unpack it and pack it again (azulejo zip)";
  }

  @Override
  public StorageTraits traits() {
    return inner.traits().asReadOnly();
  }

  private OpenArchive openArchive(Place place) {
    if (place.archive.isEmpty()) {
      throw new InvalidRequestException(
          "the URI does not contain an archive; use zip+SCHEME://…/NAME.zip!/PATH");
    }
    return archives.computeIfAbsent(
        place.archive, path -> new OpenArchive(Location.of(innerScheme + "://" + path)));
  }

  private ZipArchive archive(Place place) {
    return openArchive(place).get();
  }

  @Override
  public InputFile open(Location file) {
    Place place = Place.of(file);
    OpenArchive opened = openArchive(place);
    ZipArchive archive = opened.get();
    ZipMember member = archive.member(place.path, file);
    return new ZipInputFile(archive, member, file, () -> inflated.get(archive, member));
  }

  @Override
  public Optional<FileTree> tree(Location folder, String after) {
    Place place = Place.of(folder);
    return Optional.of(archive(place).tree().tree(place.path, after));
  }

  @Override
  public List<Entry> list(Location folder) {
    Place place = Place.of(folder);
    return archive(place).tree().list(place.path);
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    Place place = Place.of(fileOrFolder);
    try {
      return archive(place).tree().find(place.path, fileOrFolder.name());
    } catch (NotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    archives.values().forEach(OpenArchive::close);
    archives.clear();
  }

  /** A cache of inflated files. If it becomes too large, it drops the least recently used files. */
  private static final class InflatedFiles {
    private record Key(ZipArchive archive, String path) {}

    private final LinkedHashMap<Key, byte[]> files = new LinkedHashMap<>(16, 0.75f, true);
    private long size;

    synchronized byte[] get(ZipArchive archive, ZipMember member) {
      Key key = new Key(archive, member.path());
      byte[] known = files.get(key);
      if (known == null) {
        known = archive.inflated(member);
        files.put(key, known);
        size += known.length;
        var eldest = files.entrySet().iterator();
        while (size > MAX_CACHED) {
          size -= eldest.next().getValue().length;
          eldest.remove();
        }
      }
      return known;
    }
  }
}
