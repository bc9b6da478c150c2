package io.azulejo;

import io.azulejo.internal.filter.Workers;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.storage.Storages;

/** What all that one engine opens has in common. */
record Engine(Tasks tasks, Workers workers, MemoryBudget budget, Storages storages) {}
