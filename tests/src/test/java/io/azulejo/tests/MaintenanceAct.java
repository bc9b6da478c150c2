package io.azulejo.tests;

import io.azulejo.Azulejo;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Something that changes the files of an array or a group.
 *
 * @param name what it is
 * @param body does it
 */
record MaintenanceAct(String name, Body body) {
  /** Changes what is at a location. */
  interface Body {
    void on(Azulejo engine, Location place);
  }

  /** All acts that concern an array, or a group. */
  static List<MaintenanceAct> of(Restorable array) {
    List<MaintenanceAct> acts = new ArrayList<>();
    for (MaintenanceMode mode : MaintenanceMode.values()) {
      if (array.isGroup() != (mode == MaintenanceMode.GROUP_METADATA)) {
        continue;
      }
      acts.add(
          new MaintenanceAct(
              "consolidate " + mode.configuredName(),
              (engine, place) ->
                  engine
                      .maintenance(place)
                      .consolidate(ConsolidationRequest.DEFAULT.mode(mode).amplification(50))));
      acts.add(
          new MaintenanceAct(
              "vacuum " + mode.configuredName(),
              (engine, place) ->
                  engine.maintenance(place).vacuum(VacuumRequest.DEFAULT.mode(mode))));
    }
    acts.add(
        new MaintenanceAct(
            "gc",
            (engine, place) ->
                engine.maintenance(place).gc(GcRequest.DEFAULT.olderThan(Duration.ZERO))));
    acts.add(new MaintenanceAct("seal", (e, place) -> e.maintenance(place).seal()));
    RepairRequest repair = RepairRequest.DEFAULT.olderThan(Duration.ZERO);
    acts.add(repair("repair", repair));
    acts.add(repair("repair deep", repair.deep()));
    if (!array.isGroup()) {
      acts.add(repair("repair recover-all", repair.allRecovered()));
      acts.add(repair("repair quarantine-broken", repair.brokenQuarantined()));
      acts.add(repair("repair quarantine-broken deep", repair.brokenQuarantined().deep()));
      acts.add(new MaintenanceAct("upgrade", (e, place) -> e.array(place).upgrade()));
      SchemaEvolution more =
          SchemaEvolution.builder()
              .addAttribute(Attribute.builder("added", Datatype.INT32).nullable().build())
              .build();
      acts.add(new MaintenanceAct("evolve", (e, place) -> e.array(place).evolve(more)));
      array
          .someCells()
          .ifPresent(
              cells ->
                  acts.add(
                      new MaintenanceAct("delete", (e, place) -> e.array(place).delete(cells))));
      array
          .fragment()
          .ifPresent(
              name ->
                  acts.add(
                      new MaintenanceAct(
                          "delete fragments",
                          (e, place) -> e.array(place).deleteFragments(List.of(name)))));
    }
    return acts;
  }

  private static MaintenanceAct repair(String name, RepairRequest request) {
    return new MaintenanceAct(name, (engine, place) -> engine.maintenance(place).repair(request));
  }
}
