#include "driver/failure.h"

#include <new>

#include "base/budget.h"
#include "base/check.h"
#include "base/diagnostic.h"
#include "driver/options.h"
#include "driver/output.h"

namespace fencepost::driver {

int guarded(std::ostream& err, const std::function<int()>& work) {
  try {
    return work();
  } catch (const UsageError& error) {
    err << "fencepost: " << error.what() << "\n";
    return kExitUsage;
  } catch (const OutputError& error) {
    err << "fencepost: " << error.what() << "\n";
    return kExitNoOutput;
  } catch (const MissingFile& error) {
    err << error.what() << "\n";
    return kExitMissingFile;
  } catch (const InputError& error) {
    err << error.what() << "\n";
    return kExitBadInput;
  } catch (const Exhausted& error) {
    err << "fencepost: " << error.what() << "\n";
    return error.resource() == Resource::interrupt ? kExitInterrupted : kExitUnknown;
  } catch (const std::bad_alloc&) {
    err << "fencepost: out of memory\n";
    return kExitUnknown;
  } catch (const std::exception& error) {
    err << "fencepost: internal error: " << error.what() << "\n  please report this with the input that caused it\n";
    return kExitBug;
  }
}

}  // namespace fencepost::driver
