package io.azulejo.azure;

import com.azure.core.http.rest.PagedIterable;
import com.azure.core.http.rest.PagedResponse;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.ListBlobsOptions;
import io.azulejo.storage.FileTree;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Lists blobs, page by page. Remembers the sizes that it has seen, so that the end of a file can be
 * asked for, and where its last pages ended, so that the next ones follow.
 */
final class Listing {
  /** The most names that one answer has. */
  static final int PAGE = 5000;

  private static final int KNOWN_SIZES = 20_000;
  private static final int KNOWN_ENDS = 100;

  private static final Comparator<String> UTF8 =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  /**
   * A page of what is in a folder.
   *
   * @param markers of folders, where the account has such things: blobs without bytes
   * @param next where the next page begins; null where there is none
   */
  record Page(
      List<BlobItem> files, List<String> folders, List<String> markers, @Nullable String next) {}

  private final AzureConnection connection;
  private final Requests requests;
  private final AzureFailures failures;

  /**
   * Sizes of blobs, those used last. Hints, which the answer to each request for bytes confirms.
   */
  private final Map<String, Long> sizes = newest(KNOWN_SIZES);

  /** The markers of the pages that follow, by the folder and the last path before. */
  private final Map<String, String> ends = newest(KNOWN_ENDS);

  Listing(AzureConnection connection, Requests requests, AzureFailures failures) {
    this.connection = connection;
    this.requests = requests;
    this.failures = failures;
  }

  private static <V> Map<String, V> newest(int limit) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > limit;
      }
    };
  }

  /** The size that a blob had when it was listed last; empty where that is not known. */
  OptionalLong size(BlobName name) {
    synchronized (sizes) {
      Long size = sizes.get(name.toString());
      return size == null ? OptionalLong.empty() : OptionalLong.of(size);
    }
  }

  /** One page of what is directly in a folder, or of all blobs below it. */
  Page page(BlobName folder, boolean deep, @Nullable String marker, int count) {
    ListBlobsOptions options =
        new ListBlobsOptions()
            .setPrefix(folder.inside())
            .setMaxResultsPerPage(count)
            .setDetails(new BlobListDetails().setRetrieveMetadata(true));
    List<BlobItem> files = new ArrayList<>();
    List<String> folders = new ArrayList<>();
    List<String> markers = new ArrayList<>();
    PagedResponse<BlobItem> answer;
    try {
      answer =
          requests.send(
              folder,
              () -> {
                PagedIterable<BlobItem> items =
                    deep
                        ? connection.container(folder).listBlobs(options, null)
                        : connection.container(folder).listBlobsByHierarchy("/", options, null);
                return (marker == null ? items.iterableByPage() : items.iterableByPage(marker))
                    .iterator()
                    .next();
              });
    } catch (RuntimeException e) {
      throw failures.failed("LIST", folder.withKey(folder.inside()), e);
    }
    for (BlobItem item : answer.getValue()) {
      if (Boolean.TRUE.equals(item.isPrefix())) {
        folders.add(item.getName());
      } else if (item.getName().endsWith("/") || isFolder(item.getMetadata())) {
        markers.add(item.getName());
      } else {
        files.add(item);
      }
    }
    synchronized (sizes) {
      for (BlobItem item : files) {
        sizes.put(
            folder.withKey(item.getName()).toString(), item.getProperties().getContentLength());
      }
    }
    String next = answer.getContinuationToken();
    return new Page(files, folders, markers, next == null || next.isEmpty() ? null : next);
  }

  /** Whether metadata says that a blob stands for a folder of a hierarchical namespace. */
  static boolean isFolder(@Nullable Map<String, String> metadata) {
    return metadata != null
        && metadata.entrySet().stream()
            .anyMatch(
                e -> e.getKey().equalsIgnoreCase("hdi_isfolder") && "true".equals(e.getValue()));
  }

  /** A page of all files below a folder, after one of them. */
  FileTree tree(BlobName folder, String after) {
    String marker = null;
    if (!after.isEmpty()) {
      synchronized (ends) {
        marker = ends.get(folder + "/" + after);
      }
    }
    int prefix = folder.inside().length();
    while (true) {
      Page page = page(folder, true, marker, PAGE);
      List<FileTree.File> files = new ArrayList<>();
      for (BlobItem item : page.files) {
        String path = item.getName().substring(prefix);
        // There is no asking from a name on: where no page ended there, those before come along.
        if (UTF8.compare(path, after) > 0) {
          OffsetDateTime modified = item.getProperties().getLastModified();
          files.add(
              new FileTree.File(
                  path,
                  item.getProperties().getContentLength(),
                  modified == null
                      ? OptionalLong.empty()
                      : OptionalLong.of(modified.toInstant().toEpochMilli())));
        }
      }
      marker = page.next;
      // Answers may also have nothing but the beginning of the next one.
      if (!files.isEmpty() || marker == null) {
        files.sort(Comparator.comparing(FileTree.File::path, UTF8));
        if (marker != null) {
          synchronized (ends) {
            ends.put(folder + "/" + files.get(files.size() - 1).path(), marker);
          }
        }
        return new FileTree(files, marker == null);
      }
    }
  }
}
