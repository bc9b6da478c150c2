package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import java.util.List;

/** Creates the groups that suit the types of their fields. */
final class GroupsFactory {
  private GroupsFactory() {}

  /**
   * Creates an empty set of groups.
   *
   * @param fields the fields whose values define the groups
   */
  static Groups by(List<OutputField> fields) {
    int bytes = 0;
    for (OutputField field : fields) {
      if (field.cellValNum() != 1 && !Groups.isNumber(field)) {
        return new ByteGroups(fields);
      }
      bytes += PackedGroups.size(field) + (field.nullable() ? 1 : 0);
    }
    return bytes <= Long.BYTES ? new PackedGroups(fields, bytes) : new ByteGroups(fields);
  }
}
