/**
 * Words that users and APIs use for the same thing. A word of a query also finds the others of its groups, for less. The
 * groups are general: verbs of APIs, and the nouns that most services share.
 */
const GROUPS = `
create add new make insert register
delete remove erase destroy drop discard clear
update edit modify change alter patch set adjust
get fetch retrieve read show view display obtain
list browse enumerate all
search find lookup query locate discover
send post submit deliver dispatch
start begin launch run execute trigger
stop end halt cancel abort terminate
enable activate allow
disable deactivate
upload attach import
download export save
copy duplicate clone
move transfer relocate
rename name title
convert transform translate
generate produce compose
calculate compute estimate
verify validate check confirm
compare difference diff
analyze analysis evaluate assess
recommend suggest suggestion
subscribe follow watch
unsubscribe unfollow
approve accept
reject decline deny refuse
assign allocate
merge combine join
share publish
schedule plan appointment calendar
notify alert notification
reply respond answer
restart reboot retry rerun
lock protect secure
invite invitation
pay payment charge
buy purchase order
refund reimburse
book reserve booking reservation
track monitor trace
summarize summary
user account member person people profile
customer client
organization company business firm enterprise
team group
employee staff worker
message chat conversation
email mail
photo picture image
video clip movie film
song music track audio
artist singer musician band
article news story
document file
folder directory
comment note remark
issue ticket bug
repository repo
pr pull
branch ref
credential secret password key token
setting configuration config preference option
error failure problem
log history
price cost fee rate
currency money exchange
stock share equity
invoice bill
job task
weather forecast temperature climate
location place address position
country nation
city town
map direction route
trip travel journey
flight plane airline
hotel accommodation lodging
restaurant dining
food meal recipe dish
health medical
doctor physician
medicine drug medication
car vehicle automobile
property house home apartment
product item goods
shop store market
website site webpage url link
latest newest recent last
popular trending top
similar related
today current now
language translation
label tag
`;

const SYNONYMS: ReadonlyMap<string, ReadonlySet<string>> = readGroups(GROUPS);

/** The other words of a word's groups. */
export function synonymsOf(word: string): Iterable<string> {
  return SYNONYMS.get(word) ?? [];
}

function readGroups(text: string): Map<string, Set<string>> {
  const synonyms = new Map<string, Set<string>>();
  for (const line of text.trim().split("\n")) {
    const words = line.split(" ");
    for (const word of words) {
      const others = synonyms.get(word) ?? new Set();
      for (const other of words) if (other !== word) others.add(other);
      synonyms.set(word, others);
    }
  }
  return synonyms;
}
