#include "report/run_info.h"

namespace fencepost::report {

std::string_view version() { return FENCEPOST_VERSION; }

}  // namespace fencepost::report
