package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import io.azulejo.testkit.TrackingStorage.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a store was asked, file by file. Files have short names, the same in each run: {@code
 * 1-3/a0.tdb} is a file of the fragment of the times 1 to 3, {@code 1-3.wrt} its commit.
 */
final class FileLog {
  private final List<Operation> operations;
  private final Map<String, List<Operation>> byName;

  private FileLog(List<Operation> operations) {
    this.operations = operations;
    Map<String, String> names = new LinkedHashMap<>();
    byName =
        operations.stream()
            .collect(
                Collectors.groupingBy(
                    operation -> names.computeIfAbsent(operation.path(), FileLog::name),
                    LinkedHashMap::new,
                    Collectors.toList()));
  }

  /** What was asked since the store was told to forget. */
  static FileLog of(TrackingStorage storage) {
    return new FileLog(storage.operations());
  }

  private static String name(String path) {
    return path.replaceFirst(".*/__schema/.+", "schema")
        .replaceFirst(".*/__(?:fragments|commits)/", "")
        .replaceFirst("^__([0-9]+)_([0-9]+)_[0-9a-f]{32}_[0-9]+", "$1-$2");
  }

  /** The number of operations. */
  int total() {
    return operations.size();
  }

  /** How often each act was asked for. */
  Map<Act, Long> counts() {
    return operations.stream()
        .collect(
            Collectors.groupingBy(
                Operation::act, () -> new EnumMap<>(Act.class), Collectors.counting()));
  }

  /** The files and folders that were asked for an act, in order, each as often as that. */
  List<String> names(Act act) {
    return operations.stream()
        .filter(operation -> operation.act() == act)
        .map(operation -> name(operation.path()))
        .toList();
  }

  /** The acts on a file, in order; equal ones in succession count once. */
  List<Act> acts(String file) {
    List<Act> acts = new ArrayList<>();
    for (Operation operation : byName.getOrDefault(file, List.of())) {
      if (acts.isEmpty() || acts.get(acts.size() - 1) != operation.act()) {
        acts.add(operation.act());
      }
    }
    return acts;
  }

  /** The reads or writes of a file, by position. */
  List<Operation> of(Act act, String file) {
    return byName.getOrDefault(file, List.of()).stream()
        .filter(operation -> operation.act() == act)
        .sorted(Comparator.comparingLong(Operation::position))
        .toList();
  }

  /**
   * That reads or writes take the bytes of a file from the first one on without a gap, each once.
   *
   * @return how many bytes
   */
  long requireEachByteOnce(Act act, String file) {
    long end = 0;
    for (Operation operation : of(act, file)) {
      assertThat(operation.position()).as("%s of %s", act, file).isEqualTo(end);
      end += operation.length();
    }
    return end;
  }

  /** That each file that was created was written front to back, committed and left alone. */
  void requireFilesWrittenOnce() {
    List<String> created = names(Act.CREATE);
    assertThat(created).isNotEmpty().doesNotHaveDuplicates();
    for (String file : created) {
      assertThat(acts(file)).as(file).containsExactly(Act.CREATE, Act.WRITE, Act.COMMIT, Act.CLOSE);
      requireEachByteOnce(Act.WRITE, file);
    }
  }

  /** The last thing that was asked. */
  Operation last() {
    return operations.get(operations.size() - 1);
  }
}
