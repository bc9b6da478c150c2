package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import java.util.Arrays;
import java.util.List;

/** The kind of files that is consolidated or vacuumed. */
public enum MaintenanceMode {
  /** Fragments: the cells of many become one. */
  FRAGMENTS("fragments"),

  /** The footers of fragments, gathered in one file, so that an open reads one in place of many. */
  FRAGMENT_METADATA("fragment_meta"),

  /** The files that commit fragments and deletions, gathered in one. */
  COMMITS("commits"),

  /** The metadata of an array: the files of many changes become one. */
  ARRAY_METADATA("array_meta"),

  /** The metadata of a group: the files of many changes become one. */
  GROUP_METADATA("group_meta");

  private final String configuredName;

  MaintenanceMode(String configuredName) {
    this.configuredName = configuredName;
  }

  /**
   * The name that {@code sm.consolidation.mode} and {@code sm.vacuum.mode} give it, such as {@code
   * fragment_meta}.
   */
  public String configuredName() {
    return configuredName;
  }

  /**
   * The mode of a name, where dashes are as good as underscores.
   *
   * @throws InvalidRequestException if there is none
   */
  public static MaintenanceMode of(String name) {
    for (MaintenanceMode mode : values()) {
      if (mode.configuredName.equals(name.replace('-', '_'))) {
        return mode;
      }
    }
    List<String> names = Arrays.stream(values()).map(MaintenanceMode::configuredName).toList();
    throw new InvalidRequestException("no mode \"%s\": there are %s".formatted(name, names));
  }
}
