import PackagePlugin

@main
struct StrataPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    []
  }
}
