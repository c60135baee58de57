/// The words that made-up values are put together from.
enum FixtureWords {
  static let firstNames = [
    "Ada", "Amira", "Anna", "Ben", "Carlos", "Chidi", "Clara", "Daniel", "Elif", "Emma", "Erik",
    "Fatima", "Felix", "Grace", "Hana", "Ines", "Ivan", "Jonas", "Kenji", "Lea", "Liam", "Lucía",
    "Maja", "Marco", "Mei", "Mila", "Noah", "Nora", "Olga", "Omar", "Paula", "Priya", "Raj", "Sara",
    "Sofia", "Tariq", "Tomás", "Yuki", "Zoë", "Zuri",
  ]
  static let lastNames = [
    "Ahmed", "Andersson", "Bauer", "Brown", "Chen", "Costa", "Dubois", "Evans", "Fischer", "García",
    "Haddad", "Ibrahim", "Ivanova", "Jensen", "Kim", "Kowalski", "Kumar", "Lopez", "Martin",
    "Mbeki", "Moreau", "Müller", "Nakamura", "Nguyen", "Novák", "O'Brien", "Okafor", "Olsen",
    "Patel", "Rossi", "Santos", "Schmidt", "Silva", "Singh", "Smith", "Tanaka", "Weber", "Wilson",
    "Yilmaz", "Zhang",
  ]
  static let cities = [
    "Amsterdam", "Athens", "Barcelona", "Berlin", "Bogotá", "Cairo", "Chicago", "Dublin",
    "Hamburg", "Helsinki", "Lagos", "Lima", "Lisbon", "London", "Lyon", "Milan", "Mumbai",
    "Nairobi", "Oslo", "Osaka", "Paris", "Prague", "Seoul", "Sydney", "Toronto", "Vienna",
    "Warsaw", "Zürich",
  ]
  static let countries = [
    "Argentina", "Australia", "Austria", "Brazil", "Canada", "Chile", "Denmark", "Egypt",
    "Finland", "France", "Germany", "Greece", "India", "Ireland", "Italy", "Japan", "Kenya",
    "Mexico", "Nigeria", "Norway", "Poland", "Portugal", "Spain", "Sweden", "Turkey",
  ]
  static let regions = [
    "North", "South", "East", "West", "Central", "Lakeside", "Highlands", "Coast",
  ]
  static let streets = [
    "Main Street", "Oak Avenue", "Station Road", "Park Lane", "Mill Street", "High Street",
    "Garden Way", "Church Road", "River Walk", "Market Square",
  ]
  static let companies = [
    "Northwind", "Bluebird", "Harbor", "Summit", "Copperfield", "Lighthouse", "Maple", "Orion",
    "Redwood", "Silverline", "Stonebridge", "Sunrise",
  ]
  static let companyEnds = ["Ltd", "GmbH", "Inc", "Co", "Group", "Works", "Partners", "Labs"]
  static let adjectives = [
    "Amber", "Ancient", "Brave", "Bright", "Calm", "Clever", "Crimson", "Distant", "Early",
    "Gentle", "Golden", "Hidden", "Late", "Little", "Lucky", "Modern", "Quiet", "Rapid", "Silent",
    "Silver", "Simple", "Sunny", "Wild", "Winter",
  ]
  static let nouns = [
    "Anchor", "Bridge", "Castle", "Cloud", "Compass", "Falcon", "Field", "Forest", "Garden",
    "Harbor", "Island", "Lantern", "Letter", "Meadow", "Mirror", "Mountain", "Orchard", "River",
    "Signal", "Star", "Stone", "Story", "Summer", "Window",
  ]
  static let sentences = [
    "It arrived in good condition and works as described.", "Please call before you come.",
    "We talked about this last week and agreed to try again.", "Nothing else is known so far.",
    "The second part is better than the first.", "Keep it in a cool and dry place.",
    "Everybody liked it, and some came back for more.", "This needs another look on Monday.",
    "It took longer than we thought, but it was worth it.", "Made by hand from local material.",
  ]
  static let colors = [
    "red", "green", "blue", "yellow", "black", "white", "orange", "violet", "gray", "brown",
  ]
  static let currencies = ["EUR", "USD", "GBP", "JPY", "CHF", "SEK"]
  static let languages = ["en", "de", "fr", "es", "it", "ja", "pt", "tr"]
  static let jobs = [
    "Engineer", "Designer", "Manager", "Analyst", "Teacher", "Nurse", "Cook", "Driver", "Editor",
  ]
  static let states = ["new", "active", "done", "open", "closed", "pending"]
  static let zones = ["Europe/Berlin", "Europe/London", "America/New_York", "Asia/Tokyo", "UTC"]
  static let files = ["photo.jpg", "report.pdf", "notes.txt", "song.mp3", "backup.zip"]
  static let mimeTypes = ["image/jpeg", "application/pdf", "text/plain", "audio/mpeg"]
}
